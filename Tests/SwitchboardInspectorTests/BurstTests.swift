#if Inspector
  import Foundation
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTraceFile
  import SwitchboardTracing
  import Testing

  @testable import SwitchboardInspector

  /// Works for so long. A handler that is slow has to take real time.
  private func busy(for duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }

  extension InspectorTests {
    @Suite("bursts")
    struct Bursts {
      private func begin(_ inspector: Inspector, _ milliseconds: Int = 300) throws -> Answer {
        try inspector.ask("POST", "/api/burst", body: "{\"milliseconds\":\(milliseconds)}")
      }

      private func end(_ inspector: Inspector) throws -> [String: Any] {
        yieldUntil { (try? inspector.ask("GET", "/api/burst").object()["state"] as? String) != "recording" }
        return try inspector.ask("GET", "/api/burst").object()
      }

      @Test("a burst says which handlers ran, where values come from, and where they go")
      func contents() async throws {
        let (first, second) = (
          PublishSubject<Int, Never>(name: "burst first"), PublishSubject<Int, Never>(name: "burst second")
        )
        let line = #line + 1
        first.map { $0 + 1 }.subscribe { second.send($0) }
        second.subscribe { _ in }
        try await withInspector { inspector in
          #expect(try begin(inspector).status == 202)
          for value in 0..<5 { first.send(value) }
          let burst = try end(inspector)
          #expect(burst["state"] as? String == "done")
          #expect(burst.number("lost") == 0)
          let handlers = try #require(burst["handlers"] as? [[String: Any]])
          let handler = try #require(
            handlers.first { ($0["line"] as? String)?.hasSuffix("BurstTests.swift:\(line)") == true })
          #expect(handler.number("calls") == 5)
          #expect(handlers.filter { ($0["line"] as? String)?.hasSuffix("BurstTests.swift:\(line)") == true }.count == 1)

          let source = try #require(try inspector.registry("burst first").number("number"))
          let target = try #require(try inspector.registry("burst second").number("number"))
          let after = try #require(
            try inspector.ask("GET", "/api/registries/\(source)").object()["burst"] as? [String: Any])
          let to = try #require(after["to"] as? [[String: Any]])
          #expect(to.map { $0.number("registry") } == [target])
          #expect(to.map { $0["label"] as? String } == ["burst second"])
          let before = try #require(
            try inspector.ask("GET", "/api/registries/\(target)").object()["burst"] as? [String: Any])
          let from = try #require(before["from"] as? [[String: Any]])
          #expect(from.map { $0.number("registry") } == [source])
          #expect(from.map { $0.number("count") } == [5])
        }
      }

      @Test("the file of a burst is a trace that the library reads")
      func file() async throws {
        let subject = PublishSubject<Int, Never>(name: "burst file")
        subject.subscribe { _ in }
        try await withInspector { inspector in
          #expect(try begin(inspector, 200).status == 202)
          for value in 0..<7 { subject.send(value) }
          _ = try end(inspector)
          let answer = try inspector.ask("GET", "/api/burst.pftrace")
          #expect(answer.head.contains("attachment; filename=\"burst-"))
          let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pftrace").path
          defer { try? FileManager.default.removeItem(atPath: path) }
          try Data(answer.body).write(to: URL(fileURLWithPath: path))
          var reader = try PerfettoReader(path: path)
          var builder = TraceSummaryBuilder(reader.header)
          while let record = try reader.next() { builder.add(record) }
          let registry = builder.summary(reader.symbols).registries.first { $0.label == "burst file" }
          #expect((registry?.sends.values, registry?.deliveries) == (7, 7))
        }
      }

      @Test("one burst at a time; none while the program records; and a burst gives way to the program's session")
      func conflicts() async throws {
        try await withInspector { inspector in
          let own = try TraceSession.start()
          let refused = try begin(inspector)
          #expect(refused.status == 409)
          #expect(refused.text.contains("SWITCHBOARD_TRACE"))
          try own.stop()

          #expect(try begin(inspector, 5000).status == 202)
          #expect(try begin(inspector).status == 409)
          let later = try TraceSession.start()
          #expect(TraceSession.current === later)
          try later.stop()
        }
        // The inspector stopped while the burst was scheduled. The recorder is free.
        #expect(TraceSession.current == nil)
        try await withInspector { inspector in
          #expect(try begin(inspector, 100).status == 202)
          let session = try TraceSession.start()
          #expect(try end(inspector)["state"] as? String == "cut")
          #expect(TraceSession.current === session)
          try session.stop()
          #expect(try begin(inspector, 1).status == 202)
          #expect(try end(inspector)["state"] as? String == "done")
        }
      }

      @Test("a handler that holds up the main thread is a warning after a burst, and a quick one is none")
      @MainActor func slowHandler() async throws {
        let subject = PublishSubject<Int, Never>(name: "burst main")
        let slow = #line + 1
        subject.subscribe { _ in busy(for: .milliseconds(3)) }
        let quick = #line + 1
        subject.subscribe { _ in }
        try await withInspector { inspector in
          #expect(try begin(inspector, 200).status == 202)
          subject.send(1)
          _ = try end(inspector)
          let warnings = try #require(
            try inspector.ask("GET", "/api/warnings").object()["warnings"] as? [[String: Any]])
          let lines = warnings.filter { $0["kind"] as? String == "slow-handler" }.compactMap { $0["line"] as? String }
          #expect(lines.contains { $0.hasSuffix("BurstTests.swift:\(slow)") })
          #expect(!lines.contains { $0.hasSuffix("BurstTests.swift:\(quick)") })
        }
      }
    }
  }
#endif
