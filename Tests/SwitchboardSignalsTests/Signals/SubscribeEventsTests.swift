import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Signals: one handler for all events")
struct SubscribeEventsTests {
  private final class Owner: LifetimeOwner, Sendable {
    let lifetime = Lifetime()
  }

  @Test("the handler gets the values, then the terminal event", arguments: [Event<Int>.error(.first), .completed])
  func allEvents(end: Event<Int>) {
    let received = Guarded<[Event<Int>]>([])
    let subject = PublishSubject<Int, Fault>()
    let subscription = subject.map { 10 * $0 }.subscribeEvents { event in received.with { $0.append(event) } }
    subject.send(1)
    switch end {
    case .error(let error): subject.send(error: error)
    default: subject.sendCompleted()
    }
    #expect(received.current == [10, end])
    #expect(subscription.isDisposed)
  }

  @Test("R3: disposing the bag inside the handler stops a producer that sends inside subscribe")
  func bag() {
    let received = Guarded<[Event<Int>]>([])
    let bag = CompositeDisposable()
    Signal<Int, Fault>(1...).subscribeEvents(into: bag) { event in
      let count = received.with {
        $0.append(event)
        return $0.count
      }
      if count == 3 { bag.dispose() }
    }
    #expect(received.current == [1, 2, 3])
  }

  @Test("R10: the deallocation of the owner ends the subscription; the terminal event comes with the owner")
  func owner() throws {
    let received = Guarded<[Event<Int>]>([])
    let subject = PublishSubject<Int, Fault>()
    var owner: Owner? = Owner()
    let other = Owner()
    let first = subject.subscribeEvents(owner: try #require(owner)) { _, event in received.with { $0.append(event) } }
    subject.subscribeEvents(owner: other) { [identity = ObjectIdentifier(other)] owner, event in
      #expect(ObjectIdentifier(owner) == identity)
      received.with { $0.append(event) }
    }
    subject.send(1)
    owner = nil
    #expect(first.isDisposed)
    subject.sendCompleted()
    #expect(received.current == [1, 1, .completed])
  }

  @Test("a closure without a label receives values")
  func noLabel() {
    let received = Guarded<[Int]>([])
    Signal<Int, Fault>([1]).subscribe { value in received.with { $0.append(value) } }
    #expect(received.current == [1])
  }
}
