import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Golden text")
struct GoldenTextTests {
  @Test("nesting is indentation; registries and subscriptions have stable names")
  func nesting() throws {
    #expect(
      try GoldenWriter.text(of: Script.small().source) == """
        # switchboard.golden/2
        thread t1
          subscribe Form.swift@1#1 to ticks#1
          subscribe View.swift@1#1 to ticks#1
          send ticks#1 at Clock.swift@1
            deliver to Form.swift@1#1
              send total#1 at Form.swift@2
            deliver to View.swift@1#1
          dispose View.swift@1#1 from ticks#1

        """)
  }

  @Test("one more subscription adds one line, and renames nothing")
  func oneMore() throws {
    let before = try GoldenWriter.text(of: Script.small().source).split(separator: "\n")
    let after = try GoldenWriter.text(of: Script.small(extra: true).source).split(separator: "\n")
    #expect(after.filter { !before.contains($0) } == ["  subscribe Leak.swift@1#1 to ticks#1"])
    #expect(after.count == before.count + 1)
  }

  @Test("a chain is its one subscription; its places, its operators' registries and its hops are left out")
  func chains() throws {
    let trace = Script.trace { t in
      var hop: UInt64 = 0
      t.subscribe(1, "doubled", 0, at: "App/A.swift:1")
      t.start("doubled", at: "App/A.swift:1") {
        t.subscribe(2, "ticks", 9, at: "App/A.swift:1", inner: true)
        t.replay("ticks", 9, at: "App/A.swift:1") { t.deliver(2, from: 9, at: "App/A.swift:1", inner: true) }
      }
      t.send("ticks", 9, at: "App/B.swift:2") {
        t.deliver(2, from: 9, at: "App/A.swift:1", inner: true)
        t.send("Operator", 11, at: "App/A.swift:1") {
          t.deliver(3, from: 11, at: "App/A.swift:1", inner: true)
          hop = t.hop(at: "App/A.swift:1", inner: true)
        }
      }
      t.arrive(at: "App/A.swift:1", hop) { t.deliver(1, from: 0, at: "App/A.swift:1") }
      t.close("Operator", 11)
      t.send("ticks", 9, at: "SwitchboardSignals/C.swift:7", .error) {
        t.deliver(2, from: 9, at: "App/A.swift:1", .error, inner: true)
        t.deliver(1, from: 0, at: "App/A.swift:1", .error)
        t.dispose(2, "ticks", 9, at: "App/A.swift:1", inner: true)
        t.dispose(1, "doubled", 0, at: "App/A.swift:1")
      }
      t.ownerDeinit("Form", bound: 2)
      t.close("ticks", 9)
      t.close("unused", 10)
    }
    let expected = """
      # switchboard.golden/2
      thread t1
        subscribe A.swift@1#1 to doubled
          replay ticks#1 at A.swift@1
        send ticks#1 at B.swift@1
        deliver to A.swift@1#1
        send error ticks#1
          deliver error to A.swift@1#1
            dispose A.swift@1#1 from doubled
        owner-deinit Form, 2 bound
        close ticks#1

      """
    #expect(try GoldenWriter.text(of: trace.source) == expected)
    #expect(try withTrace(trace) { try GoldenWriter.text(of: PerfettoReader(path: $0)) } == expected)
  }

  @Test("queues and hops are tied to the work that continues them, across threads")
  func waiting() throws {
    let trace = Script.trace { t in
      var queued: UInt64 = 0
      var hopped: UInt64 = 0
      t.send("ticks", 5, at: "App/A.swift:1") {
        queued = t.queue("ticks", 5, at: "App/A.swift:2")
        hopped = t.hop(at: "App/A.swift:3")
      }
      t.on(2) { t.arrive(at: "App/A.swift:3", hopped) { t.send("ticks", 8, at: "App/A.swift:4") } }
      t.send("ticks", 5, at: "App/A.swift:2", queued: queued)
    }
    #expect(
      try GoldenWriter.text(of: trace.source) == """
        # switchboard.golden/2
        thread t1
          send ticks#1 at A.swift@1
            queue ticks#1 ~1 at A.swift@2
            hop ~1 at A.swift@3
        thread t2
          arrive ~1 at A.swift@3
            send ticks#2 at A.swift@4
        thread t1
          send ticks#1 ~1 at A.swift@2

        """)
  }

  @Test("missing parts are marked: lost records, ends without beginning, beginnings without end")
  func missing() throws {
    let trace = Script.trace { t in
      t.strayEnd()
      t.sendWithoutEnd("ticks", 5, at: "App/A.swift:1")
      t.lose(12)
    }
    #expect(
      try GoldenWriter.text(of: trace.source) == """
        # switchboard.golden/2
        thread t1
          end, of an activity that began earlier
          send ticks#1 at A.swift@1
            lost 12 records
        # not ended: 1 activity
        # lost: 12 records

        """)
  }

  @Test("after a gap, each record names its activity")
  func gap() throws {
    let trace = Script.trace { t in
      t.sendWithoutEnd("ticks", 5, at: "App/A.swift:1")
      t.deliver(1, from: 5, at: "App/A.swift:2")
      t.lose(3)
      t.forgetActivities()
      t.subscribe(2, "ticks", 5, at: "App/A.swift:3")
    }
    let expected = """
      # switchboard.golden/2
      thread t1
        send ticks#1 at A.swift@1
          deliver to A.swift@2#1
            lost 3 records
        subscribe A.swift@3#1 to ticks#1
      # lost: 3 records

      """
    #expect(try GoldenWriter.text(of: trace.source) == expected)
    let fromFile = try withTrace(trace) { try GoldenWriter.text(of: PerfettoReader(path: $0)) }
    #expect(fromFile == expected)
  }
}
