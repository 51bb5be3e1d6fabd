#if Tracing
  import Foundation
  import SwitchboardTestSupport
  import Testing

  @Suite("Switchboard.docc/Tracing.md")
  struct DocumentedTracingTests {
    @Test("the page's code records, names, writes and reads what the page says")
    func documented() throws {
      try inScratchFolder { folder in
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: try builtProgram("TestPrograms"))
        process.arguments = ["documented"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardOutput = output
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(
          text.split(separator: "\n") == [
            #"["subscribe", "send", "deliver", "end"]"#,
            "TestPrograms/DocumentedTracing.swift:16",
            #"["feeder"]"#,
            "scope load", "send prices", "deliver prices", "end -", "end -",
          ])
        #expect(try Contents(of: folder + "/ticks.pftrace").sent == ["ticks": 1])
        #expect(try Contents(of: folder + "/last-moments.pftrace").sent == ["prices": 1])
      }
    }
  }
#endif
