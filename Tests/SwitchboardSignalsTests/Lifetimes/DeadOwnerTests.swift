import Switchboard
import SwitchboardTestSupport
import Testing

private actor Desk {}

@Suite("R10 Each delivery of a signal looks for an owner without a lifetime")
struct DeadOwnerTests {
  private let heard = Counter()

  /// The forms of a subscription that ends with an owner.
  enum Form: CaseIterable, Sendable { case owner, events, onScheduler, onActor, actor, derived, delivered }

  private func subscribe(_ form: Form, _ signal: Signal<Int, Fault>, _ owner: Stranger, _ desk: Desk) -> Subscription {
    let heard: @Sendable () -> Void = { [heard] in heard.increment() }
    let queue = Scheduler.queue(label: "owners")
    return switch form {
    case .owner: signal.subscribe(owner: owner) { _, _ in heard() }
    case .events: signal.subscribeEvents(owner: owner) { _, _ in heard() }
    case .onScheduler: signal.subscribe(owner: owner, on: queue) { _, _ in heard() }
    case .onActor: signal.subscribe(owner: owner, on: desk) { _, _, _ in heard() }
    case .actor: signal.subscribe(on: desk) { _, _ in heard() }
    case .derived: signal.map { $0 }.merge(with: .never()).subscribe(owner: owner) { _, _ in heard() }
    case .delivered: signal.deliver(on: queue).subscribe(owner: owner) { _, _ in heard() }
    }
  }

  @Test(
    "a deallocated owner gets nothing, and its subscription ends with the next value", arguments: Form.allCases,
    [AnySubject.publish, .replay1, .behavior])
  func table(form: Form, kind: AnySubject) async {
    let subject = kind()
    var (owner, desk): (Stranger?, Desk?) = (Stranger(), Desk())
    weak let lastOwner = owner
    weak let lastDesk = desk
    let subscription = subscribe(form, subject.signal, owner!, desk!)
    subject.send(1)
    let before = kind == .behavior ? 2 : 1
    await yielding { heard.value == before }
    (owner, desk) = (nil, nil)
    // The sweeps of other tests retain an owner for a moment.
    await yielding { lastOwner == nil && lastDesk == nil }
    for value in 0..<1000 { subject.send(.value(value)) }
    await yielding { subscription.isDisposed }
    #expect(heard.value == before)
  }
}
