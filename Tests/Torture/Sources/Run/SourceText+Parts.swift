extension Optional<Int> {
  var source: String { map(String.init) ?? "nil" }
  var subtypeSource: String { map { "\"t\($0)\"" } ?? "nil" }
}

extension Int {
  var eventType: String { self == 0 ? "Ping" : "Pong" }
}

extension BusEvent {
  var source: String { "\(type.eventType)(\(value), \(subtype.subtypeSource))" }
}

extension Holder {
  var source: String {
    switch self {
    case .bag(let bag): "bag\(bag)"
    case .owner(let owner): "slots.owner\(owner)?.lifetime"
    }
  }
}

extension Scope {
  /// The step of a selection.
  var bound: String {
    switch self {
    case .none: ""
    case .bag(let bag): ".bound(to: bag\(bag))"
    case .owner(let owner): ".bound(to: slots.owner\(owner)!)"
    }
  }
}

extension Selection {
  var source: String {
    let all =
      switch kind {
      case .ping: ".on(Ping.self)"
      case .pong: ".on(Pong.self)"
      case .tagged: ".on(any: (any Numbered).self)"
      case .dead: ".on(DeadEvent.self)"
      }
    return all + subtypes.map { ".subtype(\"t\($0)\")" }.joined() + (priority == 0 ? "" : ".priority(\(priority))")
      + (isOnce ? ".once()" : "") + (isSticky ? ".sticky()" : "")
  }
}

extension Source {
  var canFail: Bool {
    switch self {
    case .subject, .channel, .execution: true
    default: false
    }
  }

  /// The object to subscribe to, and the first arguments of the call.
  var text: (object: String, first: String) {
    switch self {
    case .subject(let subject, let form): (SourceText.subject(subject) + (form == .chain ? ".signal" : ""), "")
    case .property(let isChanges): (isChanges ? "property.changes" : "property", "")
    case .channel(let isLeading): (isLeading ? "channel.leading" : "channel.following", "")
    case .key(let key, let replays, .plain): ("board", ".k\(key), \(replays ? "replay: .latest, " : "")")
    case .key(let key, let replays, let form):
      ("board.\(form == .signal ? "signal" : "optionalSignal")(for: .k\(key)\(replays ? ", replay: .latest" : ""))", "")
    case .bus(let bus, _): ("bus\(bus)", "")
    case .command(let stream): ("command.\(stream)", "")
    case .execution(let slot): ("slots.executions[\(slot)]!", "")
    }
  }
}

extension SourceText {
  /// Objects, each with the name that shows that a program uses it.
  static let declarations: [(name: String, line: String)] = [
    ("", "let log = Log()"),
    ("slots.", "let slots = Slots()"),
    ("await_(", "let threads = Threads()"),
    ("await_(", "func await_(on thread: Int, _ body: @escaping @Sendable () -> Void) { threads.run(thread, body) }"),
    ("publish0", "let publish0 = PublishSubject<Int, Stop>()"),
    ("publish1", "let publish1 = PublishSubject<Int, Stop>()"),
    ("behavior", "let behavior = BehaviorSubject<Int, Stop>(0)"),
    ("replay.", "let replay = ReplaySubject<Int, Stop>(capacity: 2)"),
    ("property", "let property = Property(0)"),
    ("channel.", "let channel = Channel<Int, Stop>()"),
    ("bag0", "let bag0 = CompositeDisposable()"),
    ("bag1", "let bag1 = CompositeDisposable()"),
    ("owner0", "slots.owner0 = Owner { log.add(\"owner0 died\") }"),
    ("owner1", "slots.owner1 = Owner { log.add(\"owner1 died\") }"),
    ("owner2", "slots.owner2 = PlainOwner { log.add(\"owner2 died\") }"),
    ("board", "let board = DataBoard()"),
    ("bus", "let bus1 = EventBus()"),
    ("bus", "let bus0 = EventBus(parent: bus1)"),
    ("enabled", "let enabled = PublishSubject<Bool, Never>()"),
  ]

  static let helpers: [(names: [String], text: String)] = [
    (
      [""],
      """
      struct Stop: Error { var code: Int }

      // Sound: handlers run one at a time here.
      final class Log: @unchecked Sendable {
        var notes: [String] = []
        func add(_ note: String) { notes.append(note) }
      }
      """
    ),
    (
      ["Heard("],
      """
      final class Heard: @unchecked Sendable {
        let (log, name): (Log, String)
        var reactions: [@Sendable () -> Void]
        init(_ log: Log, _ name: String, _ reactions: [@Sendable () -> Void]) {
          (self.log, self.name, self.reactions) = (log, name, reactions)
        }
        func note(_ text: String) {
          log.add("\\(name) \\(text)")
          if !reactions.isEmpty { reactions.removeFirst()() }
        }
        func value(_ value: Int?) { note(value.map { "\\($0)" } ?? "nil") }
        func value(_ value: Bool) { self.value(value ? 1 : 0) }
        func error(_ error: any Error) { note("error \\((error as? Stop)?.code ?? -1)") }
        func completed() { note("completed") }
        func ran() { note("ran") }
      }
      """
    ),
    (
      ["slots."],
      """
      final class Slots: @unchecked Sendable {
        var members: [Int: any Disposable] = [:]
        var waitables: [Int: WaitableSubscription] = [:]
        var pauses: [Int: BoardPause] = [:]
        var handles: [Int: BoardHandle<Int>] = [:]
        var works: [Int: PublishSubject<Int, Stop>] = [:]
        var executions: [Int: Execution<Int, Stop>] = [:]
        var (owner0, owner1): (Owner?, Owner?)
        var owner2: PlainOwner?
      }

      class PlainOwner: @unchecked Sendable {
        let died: @Sendable () -> Void
        init(_ died: @escaping @Sendable () -> Void) { self.died = died }
        deinit { died() }
      }

      final class Owner: PlainOwner, LifetimeOwner, @unchecked Sendable { let lifetime = Lifetime() }
      """
    ),
    (
      ["board"],
      """
      extension BoardKey where Value == Int {
        static let (k0, k1) = (BoardKey("k0"), BoardKey("k1"))
        static let k2 = BoardKey("k2", retention: .whileSubscribed)
      }
      """
    ),
    (
      ["bus0", "bus1"],
      """
      protocol Numbered: Event { var number: Int { get } }

      struct Ping: Numbered {
        let (number, subtype): (Int, String?)
        init(_ number: Int, _ subtype: String?) { (self.number, self.subtype) = (number, subtype) }
      }

      struct Pong: Numbered {
        let (number, subtype): (Int, String?)
        init(_ number: Int, _ subtype: String?) { (self.number, self.subtype) = (number, subtype) }
      }

      extension DeadEvent { var number: Int { (event as? any Numbered)?.number ?? -1 } }
      """
    ),
    (
      ["await_("],
      """
      final class Threads: Sendable {
        let queues = (0..<3).map { _ in (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Job()) }
        final class Job: @unchecked Sendable { var body: @Sendable () -> Void = {} }
        init() {
          for (go, done, job) in queues {
            Thread.detachNewThread { while true { go.wait(); job.body(); done.signal() } }
          }
        }
        func run(_ thread: Int, _ body: @escaping @Sendable () -> Void) {
          let (go, done, job) = queues[thread]
          job.body = body
          go.signal()
          done.wait()
        }
      }
      """
    ),
  ]
}
