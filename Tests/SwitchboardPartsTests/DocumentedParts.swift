#if Logging && Metrics
  import Logging
  import Metrics
  import Switchboard
  import SwitchboardLogging
  import SwitchboardMetrics
  import Testing

  extension PartsTests {
    /// The code of Switchboard.docc/Interplay.md, in the same words: Tests/Lint/page_code.py compares.
    @Suite("Switchboard.docc/Interplay.md")
    struct DocumentedParts {
      @Test("logging")
      func logging() {
        let bus = EventBus(name: "documented")
        let board = DataBoard(name: "documented")

        board.log(to: Logger(label: "app.board"))
        bus.log(to: Logger(label: "app.bus"), failures: .error, deadEvents: nil)
      }

      @Test("metrics")
      func metrics() throws {
        let bus = EventBus(name: "documented")

        let reporter = try MetricsReporter(every: .seconds(10), buses: [bus])
        reporter.report()  // now, and then every ten seconds
        reporter.dispose()

        #expect(reporter.isDisposed)
      }
    }
  }
#endif
