import Testing

@testable import BenchmarkHarness

@Suite struct CalibrationTests {
  let calibration = Calibration(target: 1_000_000, wholeLimit: 20_000_000)

  @Test func fillsTheTarget() { #expect(calibration.operations(nanosecondsEach: 2) == 500_000) }

  @Test func neverNone() { #expect(calibration.operations(nanosecondsEach: 5_000_000) == 1) }

  @Test func keepsTheMinimum() { #expect(calibration.operations(nanosecondsEach: 25_000, minimum: 256) == 256) }

  @Test func operationsWithoutTimeDoNotCountAsInfinitelyMany() {
    #expect(calibration.operations(nanosecondsEach: 0) == 100_000_000)
  }

  @Test(arguments: [
    // Ten granules in the target; one granule above the target; no granule fits, so half of the limit.
    (50.0, 2_000, 20_000), (100.0, 65_536, 65_536), (10_000.0, 65_536, 1_000),
  ])
  func roundsToWholes(nanoseconds: Double, granule: Int, expected: Int) {
    #expect(calibration.operations(nanosecondsEach: nanoseconds, granule: granule) == expected)
  }

  @Test func triesMoreAndMoreOperations() {
    var tried: [Int] = []
    let operations = calibration.operations(
      of: { operations in
        tried.append(operations)
        return Sample(nanoseconds: UInt64(operations) * 10, operations: operations)
      }, granule: 1, minimum: 1)
    #expect(operations == 100_000)
    #expect(tried == [64, 256, 1_024, 4_096, 16_384, 65_536])
  }

  @Test func stopsAtTheMaximum() {
    var tried: [Int] = []
    let operations = calibration.operations(
      of: { operations in
        tried.append(operations)
        return Sample(nanoseconds: 1, operations: operations)
      }, granule: 128, minimum: 1, maximum: 4_096)
    #expect(operations == 4_096)
    #expect(tried == [128, 512, 2_048, 4_096])
  }

  @Test func acceptsMoreOperationsThanItAskedFor() {
    let operations = calibration.operations(
      of: { _ in Sample(nanoseconds: 400_000, operations: 1_000) }, granule: 1_000, minimum: 1)
    #expect(operations == 3_000)
  }
}
