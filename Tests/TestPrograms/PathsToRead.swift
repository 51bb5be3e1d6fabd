import Switchboard

/// The calls whose paths through the library `Tests/Lint/paths_to_read.py` follows.
enum PathsToRead {
  private struct Tick: Event {}
  private final class Player: Sendable {}

  /// Takes a path twice, and follows the second call: a first call also makes what only a first call makes. Returns
  /// whether `name` is a path.
  static func run(_ name: String) -> Bool {
    guard let path = paths[name] else { return false }
    let call = path()
    call()
    follow(call)
    return true
  }

  private static let paths: [String: @Sendable () -> () -> Void] = [
    "subject.send": {
      let subject = PublishSubject<Int, Never>()
      subject.subscribe { _ in }
      return { subject.send(1) }
    },
    "subject.send, through filter and map": {
      let subject = PublishSubject<Int, Never>()
      subject.filter { $0 > 0 }.map { $0 + 1 }.subscribe { _ in }
      return { subject.send(1) }
    },
    "board.set": {
      let (board, key) = (DataBoard(), BoardKey<Int>("number"))
      board.subscribe(key) { _ in }
      return { board.set(1, for: key) }
    },
    "bus.dispatch": {
      let bus = EventBus()
      bus.subscribe(Tick.self) { _ in }
      return { bus.dispatch(Tick()) }
    },
    "signal.subscribe(owner:)": {
      let (subject, player) = (PublishSubject<Int, Never>(), Player())
      let signal = subject.signal
      return { signal.subscribe(owner: player) { _, _ in } }
    },
  ]

  /// Runs what is followed. The script knows this function by its name.
  @inline(never)
  private static func follow(_ call: () -> Void) { call() }
}
