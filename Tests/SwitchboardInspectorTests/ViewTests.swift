#if Inspector
  import Foundation
  import Switchboard
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardInspector

  private struct Login: Event { var subtype: String? }

  extension BoardKey where Value == Int {
    fileprivate static var visible: BoardKey { BoardKey("visible.key") }
  }

  extension InspectorTests {
    @Suite("views")
    struct Views {
      @Test("the figures of a scripted load are the program's own")
      func load() async throws {
        let fast = PublishSubject<Int, Never>(name: "load fast")
        let slow = ReplaySubject<Int, Never>(capacity: 2, name: "load slow")
        let calls = [Counter(), Counter()]
        for _ in 0..<3 { fast.subscribe { _ in calls[0].increment() } }
        slow.map { $0 + 1 }.subscribe { _ in calls[1].increment() }
        try await withInspector { inspector in
          for round in 1...3 {
            for value in 0..<100 { fast.send(value) }
            for value in 0..<10 { slow.send(value) }
            // A look is used again for half a second, except for a mark.
            _ = try inspector.ask("POST", "/api/marks")
            let (first, second) = (try inspector.registry("load fast"), try inspector.registry("load slow"))
            #expect(first.number("sends") == 100 * round)
            #expect(first.number("deliveries") == calls[0].value)
            #expect(first.number("subscribers") == 3)
            #expect(second.number("sends") == 10 * round)
            #expect(second.number("deliveries") == calls[1].value)
            #expect(second.number("kept") == 2)
            let census = try inspector.ask("GET", "/census.json").object()
            let rows = try #require(census["registries"] as? [[String: Any]])
            #expect(rows.first { $0["name"] as? String == "load fast" }?.number("sends") == 100 * round)
          }
        }
      }

      @Test("rows are sorted, filtered and cut into pages by the server")
      func pages() async throws {
        let subjects = (0..<25).map { PublishSubject<Int, Never>(name: "paged \($0 + 10)") }
        for (index, subject) in subjects.enumerated() { for _ in 0..<index { subject.subscribe { _ in } } }
        try await withInspector { inspector in
          func names(_ query: String) throws -> [String] {
            try inspector.ask("GET", "/api/registries?filter=PAGED&\(query)").rows().compactMap {
              $0["name"] as? String
            }
          }
          #expect(try names("sort=subscribers&size=2") == ["paged 34", "paged 33"])
          #expect(try names("sort=subscribers&order=asc&size=2&page=1") == ["paged 12", "paged 13"])
          #expect(try names("sort=name&size=3") == ["paged 10", "paged 11", "paged 12"])
          #expect(try names("sort=name&order=desc&page=12&size=2") == ["paged 10"])
          #expect(try names("sort=name&page=1000&size=1000").isEmpty)
          let answer = try inspector.ask("GET", "/api/registries?filter=paged+1&size=4").object()
          #expect(answer.number("matching") == 10)
          let every = try (0..<7).flatMap { try names("sort=kept&size=4&page=\($0)") }
          #expect(Set(every).count == 25)
        }
        withExtendedLifetime(subjects) {}
      }

      @Test("the view of a registry groups subscriptions by line and owner")
      func details() async throws {
        let subject = PublishSubject<Int, Never>(name: "detailed")
        for _ in 0..<4 { subject.subscribe { _ in } }
        let line = #line - 1
        subject.filter { $0 > 0 }.subscribe { _ in }
        subject.send(1)
        try await withInspector { inspector in
          let number = try #require(try inspector.registry("detailed").number("number"))
          let rows = try inspector.ask("GET", "/api/registries/\(number)").rows()
          #expect(rows.count == 2)
          let direct = try #require(rows.first { ($0["line"] as? String)?.hasSuffix(":\(line)") == true })
          #expect((direct.number("count"), direct.number("deliveries")) == (4, 4))
          #expect(direct["isIndirect"] as? Bool == false)
          #expect(direct["owner"] is NSNull)
          #expect(rows.first { $0.number("count") == 1 }?["isIndirect"] as? Bool == true)
        }
      }

      @Test("growth since a mark names the line, and nothing else")
      func growth() async throws {
        let subject = PublishSubject<Int, Never>(name: "growing")
        try await withInspector { inspector in
          let mark = try #require(try inspector.ask("POST", "/api/marks").object().number("id"))
          let line = #line + 1
          for _ in 0..<3 { subject.subscribe { _ in } }
          subject.subscribe { _ in }.dispose()
          _ = try inspector.ask("POST", "/api/marks")
          let rows = try inspector.ask("GET", "/api/growth?since=\(mark)&filter=ViewTests").rows()
          #expect(rows.map { $0.number("growth") } == [3])
          #expect((rows.first?["line"] as? String)?.hasSuffix("ViewTests.swift:\(line)") == true)
          for _ in 0..<8 { _ = try inspector.ask("POST", "/api/marks") }
          #expect(try inspector.ask("GET", "/api/growth?since=\(mark)").status == 404)
        }
        withExtendedLifetime(subject) {}
      }

      @Test(
        "subtypes and keys made at run time are hidden everywhere, unless values may be shown",
        arguments: [false, true])
      func values(showsValues: Bool) async throws {
        let secret = "secret\(showsValues)person"
        let (bus, board) = (EventBus(name: "private bus"), DataBoard(name: "private board"))
        bus.subscribe(Login.self, subtype: secret) { _ in }
        board.subscribe(BoardKey<Int>("profile.\(secret)")) { _ in }
        board.subscribe(.visible) { _ in }
        try await withInspector(showsValues: showsValues) { inspector in
          _ = try inspector.ask("POST", "/api/marks")
          #expect(try inspector.ask("POST", "/api/burst", body: "{\"milliseconds\":300}").status == 202)
          bus.dispatch(Login(subtype: secret))
          board.set(1, for: BoardKey<Int>("profile.\(secret)"))
          yieldUntil { (try? inspector.ask("GET", "/api/burst").object()["state"] as? String) == "done" }
          let number = try #require(try inspector.registry("visible.key").number("number"))
          var texts = ""
          for target in [
            "/api/overview", "/api/registries?size=1000", "/api/registries/\(number)", "/api/warnings", "/api/burst",
            "/api/burst.pftrace", "/metrics", "/census.json", "/api/growth?since=1", "/api/registries?filter=\(secret)",
          ] {
            texts += try inspector.ask("GET", target).text
          }
          #expect(texts.contains(secret) == showsValues)
          #expect(texts.contains("visible.key"))
          #expect(texts.contains("(hidden)") == !showsValues)
          #expect(texts.contains("Login"))
        }
      }

      @Test("the figures for Prometheus are lines of a name and a number")
      func metrics() async throws {
        let subject = PublishSubject<Int, Never>(name: "metered")
        subject.subscribe { _ in }
        try await withInspector { inspector in
          let answer = try inspector.ask("GET", "/metrics")
          #expect(answer.head.contains("Content-Type: text/plain; version=0.0.4"))
          let line = /(switchboard_[a-z_]+)(\{kind="[a-z]+"\})? [0-9]+/
          let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
          #expect(lines.allSatisfy { (try? line.wholeMatch(in: $0)) != nil }, "\(answer.text)")
          #expect(lines.contains { $0.hasPrefix("switchboard_subscribers{kind=\"subject\"} ") })
        }
        withExtendedLifetime(subject) {}
      }
    }
  }
#endif
