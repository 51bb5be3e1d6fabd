import Dispatch
import Switchboard
import SwitchboardTestSupport
import Testing

struct Login: Event {
  var user: String
  var subtype: String? { user }
}

private final class Window: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let greeted = Journal<String>()

  func watch(_ bus: EventBus) {
    bus.subscribe(Login.self, owner: self) { owner, event in owner.greeted.add(event.user) }
  }
}

/// The design's lines about the bus, with bodies filled in.
@Suite("Surface: the bus")
struct BusSurfaceTests {
  @Test("each line compiles and has the documented effect")
  func lines() throws {
    let bus = EventBus(name: "checkout", parent: .shared)
    let (window, seen, queue) = (Window(), Journal<String>(), DispatchQueue(label: "q"))
    let lifetime = Lifetime()
    let (done, named) = (Gate(), Gate())
    window.watch(bus)
    let subscription = bus.on(Login.self).subtype("ann").queue(queue).priority(10).bound(to: lifetime).next { event in
      seen.add(event.user)
      done.open()
    }
    bus.on(NamedEvent.self).subtype("refresh").next { event in
      if event.payload as? Int == 3 { named.open() }
    }
    bus.dispatch(Login(user: "ann"))
    done.wait()
    #expect(seen.entries == ["ann"])
    #expect(window.greeted.entries == ["ann"])
    subscription.dispose()
    bus.dispatch(NamedEvent("refresh", payload: 3), on: .bus)
    named.wait()
    bus.dispatch(NamedEvent("refresh", payload: 3), on: .main)
  }
}
