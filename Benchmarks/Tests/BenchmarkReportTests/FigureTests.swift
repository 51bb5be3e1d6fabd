import Testing

@testable import BenchmarkReport

@Suite("Figures in print")
struct FigureTests {
  @Test(arguments: [
    (1.966, "1.97"), (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"), (99.94, "99.9"), (99.96, "100"),
    (1234.4, "1234"), (28711.0, "28,711"), (0.0, "0.00"),
  ])
  func `numbers have three significant digits`(_ value: Double, _ text: String) {
    #expect(Figure.number(value) == text)
  }

  @Test func `what was not measured is not zero`() {
    #expect(Figure.number(nil) == "n/a")
    #expect(Figure.count(nil) == "n/a")
    #expect(Figure.bytes(nil) == "n/a")
    #expect(Figure.ratio(.nan) == "n/a")
  }

  @Test func `counts drop digits that say nothing`() {
    #expect(Figure.count(28) == "28")
    #expect(Figure.count(1.25) == "1.25")
  }

  @Test func `an interpolated size has two significant digits`() {
    #expect(Figure.approximateSize(84.6) == "85")
    #expect(Figure.approximateSize(1234) == "1200")
    #expect(Figure.approximateSize(2.8) == "3")
  }

  @Test func `anchors are those that GitHub gives`() {
    #expect(Markdown.anchor("`send.fresh`") == "sendfresh")
    #expect(Markdown.anchor("What reference counting costs") == "what-reference-counting-costs")
  }
}
