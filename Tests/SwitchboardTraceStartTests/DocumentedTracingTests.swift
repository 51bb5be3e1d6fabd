#if Tracing
  import SwitchboardTestSupport
  import Testing

  @Suite("Switchboard.docc/Tracing.md")
  struct DocumentedTracingTests {
    @Test("the page's code records, names, writes and reads what the page says")
    func documented() throws {
      try inScratchFolder { folder in
        let program = try EndedProgram.run(try builtProgram("TestPrograms"), ["documented"], in: folder)
        #expect(program.status == 0)
        #expect(
          program.output.split(separator: "\n") == [
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
