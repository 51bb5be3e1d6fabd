import BenchmarkResults
import Testing

@testable import BenchmarkHarness

@Suite struct EnvironmentTests {
  @Test func processorsOfOneNameDifferByFamilyAndModel() {
    let information = """
      processor\t: 0
      vendor_id\t: AuthenticAMD
      cpu family\t: 25
      model\t\t: 17
      model name\t: AMD EPYC

      processor\t: 1
      model\t\t: 18
      """
    #expect(Environment.processor(fromCPUInfo: information) == "AMD EPYC (family 25, model 17)")
  }

  @Test func aProcessorWithoutFamilyHasItsNameOnly() {
    #expect(Environment.processor(fromCPUInfo: "model name : Cortex: 72\n") == "Cortex: 72")
    #expect(Environment.processor(fromCPUInfo: "model : 17\n") == nil)
    #expect(Environment.processor(fromCPUInfo: "") == nil)
  }
}
