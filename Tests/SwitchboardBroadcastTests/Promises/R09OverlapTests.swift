import SwitchboardTestSupport
import Testing

@Suite("R9 Prompt release under overlapping dispatches")
struct R09OverlapTests {
  @Test("a handler is released when the dispatches that were running have ended")
  func whenThoseEnd() throws {
    let (hub, population) = (Hub<Int>(.concurrent), Population())
    let stage = Stage(hub)
    let victim = hub.capture(population)
    let (first, second) = (stage.begin(1), stage.begin(2))
    victim.dispose()
    #expect(population.count == 1)
    try second.end()
    #expect(population.count == 1)
    try first.end()
    #expect(population.count == 0)
  }

  @Test("a dispatch that began after the dispose does not delay the release")
  func laterDispatchDoesNotDelay() throws {
    let (hub, population) = (Hub<Int>(.concurrent), Population())
    let stage = Stage(hub)
    let victim = hub.capture(population)
    let first = stage.begin(1)
    victim.dispose()
    let second = stage.begin(2)
    try first.end()
    #expect(population.count == 0)
    try second.end()
  }

  @Test("dispatches that overlap without end do not prevent releases")
  func noStarvation() throws {
    let (hub, population) = (Hub<Int>(.concurrent), Population())
    let stage = Stage(hub)
    var running = stage.begin(0)
    for round in 1...60 {
      for _ in 0..<5 { hub.capture(population).dispose() }
      // From here on there is no moment without a dispatch.
      let next = stage.begin(round)
      try running.end()
      running = next
      // A release waits for at most two phase changes, so only captures of the last three rounds are alive.
      #expect(population.count <= 15, "round \(round)")
    }
    try running.end()
    #expect(population.count == 0)
    #expect(hub.census.isWithinBounds)
    hub.checkInvariants()
  }

  @Test("nothing is released while a running dispatch may still reach it")
  func notEarly() throws {
    let (hub, population) = (Hub<Int>(.concurrent), Population())
    let stage = Stage(hub)
    let victims = (0..<8).map { _ in hub.capture(population) }
    var alive = 8
    let first = stage.begin(1)
    for (index, victim) in victims.enumerated() {
      // Phases change during the first dispatch, which has seen all of the victims.
      let other = stage.begin(10 + index)
      victim.dispose()
      try other.end()
      hub.dispatch(-1)
      #expect(population.count == alive)
    }
    alive = 0
    try first.end()
    #expect(population.count == alive)
  }

  @Test("the younger garbage waits for the younger dispatch")
  func twoGenerations() throws {
    let (hub, old, young) = (Hub<Int>(.concurrent), Population(), Population())
    let stage = Stage(hub)
    let (older, younger) = (hub.capture(old), hub.capture(young))
    let first = stage.begin(1)
    older.dispose()
    // The second dispatch sees the younger subscription, not the older.
    let second = stage.begin(2)
    younger.dispose()
    try first.end()
    #expect((old.count, young.count) == (0, 1))
    // The third dispatch sees neither subscription.
    let third = stage.begin(3)
    try second.end()
    #expect((old.count, young.count) == (0, 0))
    try third.end()
  }

  @Test("the reverse: the younger dispatch ends first")
  func youngerEndsFirst() throws {
    let (hub, old, young) = (Hub<Int>(.concurrent), Population(), Population())
    let stage = Stage(hub)
    let (older, younger) = (hub.capture(old), hub.capture(young))
    let first = stage.begin(1)
    older.dispose()
    let second = stage.begin(2)
    younger.dispose()
    try second.end()
    #expect((old.count, young.count) == (1, 1))
    try first.end()
    #expect((old.count, young.count) == (0, 0))
  }

  @Test(
    "many dispatches, subscribes and disposes leave no garbage behind, and little meanwhile")
  func storm() throws {
    let (hub, population) = (Hub<Int>(.concurrent), Population())
    for _ in 0..<3 { hub.subscribe { [unowned hub] value in if value == 1 { hub.dispatch(2) } } }
    let dispatchers = 2
    let done = Counter()
    let dispatching = { @Sendable in
      for _ in 0..<1000 { hub.dispatch(1) }
      done.increment()
    }
    let churn = { @Sendable in
      var rng = SeededGenerator(seed: 17)
      var some: [Token] = []
      while done.value < dispatchers {
        if some.count < 40, rng.below(2) == 0 {
          let token = Token()
          token.hold(hub.capture(population, waitable: rng.below(4) == 0))
          some.append(token)
        } else if !some.isEmpty {
          some.remove(at: rng.below(some.count)).dispose()
        }
      }
      for token in some { token.dispose() }
    }
    try onThreads([dispatching, dispatching, churn, churn])
    #expect(population.count == 0)
    #expect(hub.census.count == 3)
    #expect(hub.census.isWithinBounds)
    hub.checkInvariants()
  }
}
