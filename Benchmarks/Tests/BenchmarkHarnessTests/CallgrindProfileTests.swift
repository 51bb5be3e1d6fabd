import Testing

@testable import BenchmarkHarness

@Suite struct CallgrindProfileTests {
  static let text = """
    # callgrind format
    version: 1
    positions: line
    events: Ir
    summary: 1040

    ob=(1) /bin/program
    fl=(1) ???
    fn=(1) send
    0 600
    cob=(2) libswiftCore.so
    cfn=(2) swift_bridgeObjectRetain
    calls=3 0
    0 120
    cfn=(4) swift_release
    calls=5 0
    0 200

    fn=(2)
    0 60
    cfn=(3) swift_retain
    calls=3 0
    0 60

    fn=(5) other
    cfn=(3)
    calls=2 0
    0 40
    totals: 1040
    """

  @Test func readsTotalsAndCalls() throws {
    let profile = try #require(CallgrindProfile(parsing: Self.text))
    #expect(profile.instructions == 1_040)
    #expect(profile.releases == 5)
  }

  @Test func aRetainThatHandsOverToAnotherIsOne() throws {
    // Three through swift_bridgeObjectRetain, and two more by a function whose callee's name is only a number.
    #expect(try #require(CallgrindProfile(parsing: Self.text)).retains == 5)
  }

  @Test func withoutATotalThereIsNoProfile() { #expect(CallgrindProfile(parsing: "fn=(1) main\n0 5") == nil) }
}
