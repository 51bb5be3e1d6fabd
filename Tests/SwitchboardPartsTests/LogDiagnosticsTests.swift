#if Logging
  import Logging
  import Switchboard
  import SwitchboardLogging
  import Synchronization
  import Testing

  /// Keeps what is logged.
  private final class Log: Sendable {
    private let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    func add(_ line: String) { stored.withLock { $0.append(line) } }
  }

  private struct Handler: LogHandler {
    let log: Log
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(log: Log) { self.log = log }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let pairs = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
      log.add("\(event.level) \(event.message) \(pairs)")
    }
  }

  private struct Ping: Event {}
  private struct Broken: Error {}

  extension PartsTests {
    @Suite("Logging")
    struct LogDiagnosticsTests {
      @Test("logs the mistakes of a board")
      func board() {
        let log = Log()
        let board = DataBoard(name: "settings")
        let subscription = board.log(to: log.logger)
        board.set(1, for: BoardKey<Int>(""))
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.hasPrefix("warning ") == true)
        #expect(log.lines.first?.hasSuffix("board=settings") == true)
        subscription.dispose()
        board.set(1, for: BoardKey<Int>(""))
        #expect(log.lines.count == 1)
      }

      @Test("logs failed handlers and dead events of a bus")
      func bus() {
        let log = Log()
        let bus = EventBus(name: "app")
        let bag = bus.log(to: log.logger)
        bus.dispatch(Ping())
        #expect(log.lines == ["debug an event had no subscriber bus=app event=Ping"])
        bus.on(Ping.self).tryNext { _ in throw Broken() }
        bus.dispatch(Ping())
        #expect(log.lines.dropFirst() == ["error a handler failed: Broken() bus=app event=Ping"])
        bag.dispose()
        bus.dispatch(Ping())
        #expect(log.lines.count == 2)
      }
    }
  }
#endif
