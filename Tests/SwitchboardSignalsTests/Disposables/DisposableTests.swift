import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Disposables")
struct DisposableTests {
  /// Every disposable of the library, around an action that must run once.
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case action, serial, scoped, composite, chain, direct, inBag, ofProducer

    var testDescription: String { rawValue }

    /// A subject that is never deallocated, so that the subscriptions to it live on.
    static let subject = PublishSubject<Int, Never>()

    func callAsFunction(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      switch self {
      case .action: ActionDisposable(action)
      case .serial: SerialDisposable(ActionDisposable(action))
      case .scoped: ActionDisposable(action).scoped
      case .composite: CompositeDisposable([ActionDisposable(action)])
      case .chain: Signal<Int, Never>.never().do(onDispose: action).subscribe()
      case .direct: Self.subject.do(onDispose: action).subscribe()
      case .inBag: Self.subject.do(onDispose: action).subscribe(into: CompositeDisposable())
      case .ofProducer:
        Signal<Int, Never> { observer in ActionDisposable { withExtendedLifetime(observer, action) } }.subscribe()
      }
    }
  }

  @Test("an action runs once, is disposed before it runs, and may be disposed from inside", arguments: Kind.allCases)
  func once(kind: Kind) {
    let held = Guarded<(any Disposable)?>(nil)
    let seen = Guarded<[Bool]>([])
    let disposable = kind {
      seen.with { [now = held.current!.isDisposed] in $0.append(now) }
      held.current?.dispose()
    }
    held.set(disposable)
    #expect(!disposable.isDisposed)
    for _ in 0..<3 { disposable.dispose() }
    #expect(seen.current == [true])
    #expect(disposable.isDisposed)
    held.set(nil)
  }

  @Test("an action releases what it held after it has run, also when the handle is kept", arguments: Kind.allCases)
  func released(kind: Kind) {
    let population = Population()
    let disposable = { () -> any Disposable in
      let member = population.member()
      return kind { withExtendedLifetime(member) {} }
    }()
    disposable.dispose()
    #expect(population.count == 0)
    #expect(disposable.isDisposed)
  }

  @Test("dropping an undisposed action runs nothing")
  func dropped() {
    let calls = Counter()
    do { _ = ActionDisposable { calls.increment() } }
    do { _ = CompositeDisposable([ActionDisposable { calls.increment() }]) }
    do { _ = SerialDisposable(ActionDisposable { calls.increment() }) }
    #expect(calls.value == 0)
  }

  @Test("a boolean disposable remembers its disposal")
  func boolean() {
    let flag = ActionDisposable {}
    #expect(!flag.isDisposed)
    flag.dispose()
    flag.dispose()
    #expect(flag.isDisposed)
  }

  @Test("a scoped disposable disposes at its deallocation, and its `scoped` is itself")
  func scoped() {
    let flag = ActionDisposable {}
    do {
      let scoped = flag.scoped
      #expect(scoped.scoped === scoped)
      #expect(!scoped.isDisposed)
    }
    #expect(flag.isDisposed)
    let early = ActionDisposable {}
    let scoped = ScopedDisposable(early)
    early.dispose()
    #expect(scoped.isDisposed)
  }

  @Test("a serial disposable disposes what it replaces")
  func serial() {
    let journal = Journal()
    let serial = SerialDisposable(ActionDisposable(journal.adding("a")))
    let second = ActionDisposable(journal.adding("b"))
    serial.disposable = second
    #expect(journal.entries == ["a"])
    serial.disposable = second
    #expect(journal.entries == ["a"])
    #expect(serial.disposable as? ActionDisposable === second)
    serial.disposable = nil
    #expect(journal.entries == ["a", "b"])
    serial.disposable = ActionDisposable(journal.adding("c"))
    #expect(!serial.isDisposed)
    serial.dispose()
    #expect(journal.entries == ["a", "b", "c"])
    #expect(serial.disposable == nil)
    serial.disposable = ActionDisposable(journal.adding("d"))
    #expect(journal.entries == ["a", "b", "c", "d"])
    #expect(serial.disposable == nil)
    serial.disposable = nil
    serial.dispose()
    #expect(journal.entries == ["a", "b", "c", "d"])
  }

  @Test("the disposal of a replaced member may come back to the serial disposable")
  func serialFromInside() {
    let serial = SerialDisposable()
    let journal = Journal()
    serial.disposable = ActionDisposable {
      journal.add("first")
      serial.disposable = ActionDisposable(journal.adding("third"))
    }
    serial.disposable = ActionDisposable(journal.adding("second"))
    #expect(journal.entries == ["first", "second"])
    serial.disposable = ActionDisposable {
      journal.add("fourth")
      serial.dispose()
    }
    serial.dispose()
    #expect(journal.entries == ["first", "second", "third", "fourth"])
  }

  @Test("a serial disposable may hold itself")
  func serialOfItself() {
    let serial = SerialDisposable()
    serial.disposable = serial
    #expect(!serial.isDisposed)
    serial.dispose()
    #expect(serial.isDisposed)
    #expect(serial.disposable == nil)
  }
}
