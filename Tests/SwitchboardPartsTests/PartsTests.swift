import SwitchboardLogging
import SwitchboardMetrics
import Testing

/// The tests of the optional parts; most of them exist only with the traits of these parts.
@Suite("optional parts", .serialized)
struct PartsTests {
  @Test("the products exist with and without their traits")
  func productsExist() {}
}
