import Switchboard
import Testing

@testable import SwitchboardLink

/// Any number of bad messages.
@Suite struct FloodTests {
  private func count(_ problems: [LinkProblem], _ isMeant: (LinkProblem) -> Bool) -> Int {
    problems.reduce(0) { sum, problem in
      if case .more(let count, let like) = problem { return isMeant(like) ? sum + count : sum }
      return isMeant(problem) ? sum + 1 : sum
    }
  }

  private func isUndecodable(_ problem: LinkProblem) -> Bool {
    if case .undecodable = problem { true } else { false }
  }

  @Test func `R9: a flood of malformed messages is few problems, which count all`() {
    let world = World()
    let b = world.process()
    let problems = Log<LinkProblem>()
    b.link.problems.subscribe { problems.append($0) }
    _ = b.collect(Price.self)
    b.link.receive(Price.self)
    world.advance()
    let player = world.process()
    struct Other: WireEvent {
      static let wireName = "price"
      var none = 1
    }
    player.link.forward(Other.self)
    for _ in 0..<100 {
      for _ in 0..<100 { player.bus.dispatch(Other()) }
      world.advance(by: .milliseconds(50))
    }
    world.advance(by: .seconds(3))
    #expect(count(problems.elements, isUndecodable) == 10_000)
    #expect(problems.elements.count <= 7, "the first, and one for each of 5 seconds")
    #expect(b.link.census.undecodable == 10_000)
    // A later one is a first one again.
    player.bus.dispatch(Other())
    world.advance()
    #expect(problems.elements.last.map(isUndecodable) == true)
  }

  @Test func `problems that differ are told apart, up to a number`() {
    let world = World()
    let a = world.process()
    let problems = Log<LinkProblem>()
    a.link.problems.subscribe { problems.append($0) }
    for number in 0..<200 {
      a.link.context.report(.undecodable(subject: "\(number % 100)", reason: "\(number)"))
    }
    world.advance(by: .seconds(5))
    #expect(count(problems.elements, isUndecodable) == 200)
    // 64 and the rest at once, and as many a second later.
    #expect(problems.elements.count <= 2 * 65)
  }

  @Test func `what was counted is told when the link ends`() {
    let world = World()
    let a = world.process()
    let problems = Log<LinkProblem>()
    a.link.problems.subscribe { problems.append($0) }
    world.advance()
    for number in 0..<5 { a.link.context.report(.undecodable(subject: "x", reason: "\(number)")) }
    a.link.close(within: .seconds(1)) { _ in }
    world.advance()
    #expect(problems.elements.last == .more(4, like: .undecodable(subject: "x", reason: "4")))
  }
}
