import SwitchboardBroadcast
import Synchronization

extension Signal {
  func flatMapSwitching<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(isFlattening: true) { [attach] sink, chain in
      let (current, note) = (CurrentNumber(), DeliveryNote())
      // A newer signal may have been taken up between the acceptance of the value and its delivery.
      let handler: @Sendable (Sink<Output>) -> @Sendable (Output) -> Void = { sink in
        { if note.number == current.load() { sink.value($0) } }
      }
      let observer = Observer(Sink(value: handler(sink), terminal: sink.terminal), partOf: chain)
      let flattening = Flattening(observer, chain, handler)
      let running = RunningInner(in: chain)
      // The outer sink holds `last`, and the flattening does not, because an inner keeps the flattening alive.
      let last = SerialState<SwitchedInner?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = Signal<Output, any Error>(retyping: transform(value))
        if flattening.hasEnded { return }
        let number = current.advance()
        let inner = flattening.end(last.value.take(), running) ?? NumberedInner(observer, note, in: flattening)
        running.set(inner.branch)
        // Sound: each inner that `last` has had was made here.
        unsafe unsafeDowncast(inner, to: NumberedInner<Output>.self).attach(signal, number)
        _ = flattening.hasEndedWithin(inner.branch)
        last.value = inner
      }
    }
  }
}

extension Flattening {
  /// Ends `previous`. Returns it for the next signal, if nothing else uses it any more.
  fileprivate func end(_ previous: consuming SwitchedInner?, _ running: RunningInner) -> SwitchedInner? {
    guard var previous else { return nil }
    drop(previous.branch)
    running.set(nil)
    guard isKnownUniquelyReferenced(&previous), isKnownUniquelyReferenced(&previous.branch) else { return nil }
    previous.branch.renew()
    return previous
  }
}

/// Receives the terminal event of an inner signal of `flatMapLatest`.
private class SwitchedInner: @unchecked Sendable {
  // Sound: the properties are constant; `branch` is a variable because `isKnownUniquelyReferenced` needs one. An
  // ``Inner`` has a constant, because each use of a variable retains its object.
  final let flattening: Flattening
  @safe @exclusivity(unchecked) final var branch: RecycledBranch

  init(_ flattening: Flattening) {
    self.flattening = flattening
    branch = flattening.recycledBranch()
  }

  final func end(_ terminal: Terminal) { flattening.end(branch, terminal) }
}

/// Sends each value of a signal with the number of the signal.
private final class NumberedInner<Value: Sendable>: SwitchedInner, @unchecked Sendable {
  // Sound: `number` changes only while the object has one owner. The other properties are constant.
  private let observer: Observer<Value, any Error>
  private let note: DeliveryNote
  @safe @exclusivity(unchecked) private var number = 0

  init(_ observer: Observer<Value, any Error>, _ note: DeliveryNote, in flattening: Flattening) {
    (self.observer, self.note) = (observer, note)
    super.init(flattening)
  }

  // Not inlined: see ``Inner/attach(_:_:)``.
  @inline(never)
  func attach(_ signal: Signal<Value, any Error>, _ number: Int) {
    self.number = number
    signal.attach(Sink(value: { self.send($0) }, terminal: { self.end($0) }), branch, in: flattening.nested)
  }

  private func send(_ value: Value) { observer.broadcaster.send(value, noting: number, in: note) }
}

/// The branch of the signal that runs at present. Ends with the chain.
final class RunningInner: Disposable, DisposableObject {
  private struct State {
    var branch: RecycledBranch?
    var isDisposed = false
  }

  private let state = Lock(State())

  init(in chain: Chain) { chain.add(self) }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }
  var branch: RecycledBranch? { state.withLock { $0.branch } }

  /// Replaces the branch. Ends the new branch if the chain has ended.
  func set(_ branch: RecycledBranch?) {
    let (old, hasEnded) = state.withLock { state -> (RecycledBranch?, Bool) in
      if state.isDisposed { return (nil, true) }
      let old = state.branch
      state.branch = branch
      return (old, false)
    }
    keepAlive(old)
    if hasEnded { branch?.dispose() }
  }

  func dispose() {
    let branch = state.withLock { state -> RecycledBranch? in
      state.isDisposed = true
      return state.branch.take()
    }
    branch?.dispose()
  }
}

/// The number of the signal whose values are delivered.
final class CurrentNumber: Sendable {
  let number = Atomic<Int>(0)
  init() {}
  func load() -> Int { number.load(ordering: .acquiring) }
  func advance() -> Int { number.add(1, ordering: .acquiringAndReleasing).newValue }
}
