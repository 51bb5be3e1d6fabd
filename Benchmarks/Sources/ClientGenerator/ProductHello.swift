/// A product of the library, with a smallest program that uses it. A new product needs a row in ``all``, and one in
/// SizeAndBuildTime.md.
struct ProductHello: Sendable {
  /// The name of the product, which is that of its module.
  let name: String
  /// Products that the program imports too.
  var others: [String] = []
  /// The trait that the product needs; nil for none.
  var trait: String?
  /// The statements of the program.
  let code: String

  static let all = [
    ProductHello(name: "SwitchboardSignals", code: subject),
    ProductHello(
      name: "SwitchboardBoards",
      code: """
        extension BoardKey where Value == Int { static let number = BoardKey("number") }
        let board = BlackBoard(name: "hello")
        let bag = CompositeDisposable()
        board.signal(for: .number).subscribe(into: bag) { print($0) }
        board.set(1, for: .number)
        """),
    ProductHello(
      name: "SwitchboardBus",
      code: """
        struct Number: Event { var value: Int }
        let bus = EventBus()
        bus.on(Number.self).next { print($0.value) }
        bus.dispatch(Number(value: 1))
        """),
    ProductHello(name: "Switchboard", code: subject),
    ProductHello(
      name: "SwitchboardTesting", others: ["Switchboard"],
      code: """
        let scheduler = TestScheduler()
        Signal.just(1).delay(.seconds(1), on: scheduler).subscribe { print($0) }
        scheduler.advance(by: .seconds(1))
        """),
    ProductHello(
      name: "SwitchboardFoundation", others: ["Switchboard"],
      code: """
        let bus = EventBus()
        let _ = bus.on(json: "number", as: Int.self).next { print($0) }
        try bus.dispatch(json: "number", 1)
        """),
    ProductHello(
      name: "SwitchboardLink", others: ["Switchboard"],
      code: """
        struct Number: DurableEvent {
          static let wireName = "number"
          var value: Int
        }
        let (engine, bus) = (MemoryTransport(), EventBus())
        let link = BusLink(bus, application: "hello", over: engine)
        link.receive(Number.self, as: "all")
        await withCheckedContinuation { done in
          bus.subscribe(Number.self) { number in
            print(number.value)
            done.resume()
          }
          Task { try await link.publish(Number(value: 1)) }
        }
        """),
    ProductHello(name: "Switchboard", trait: "Tracing", code: subject),
    ProductHello(
      name: "SwitchboardLeaks", others: ["Switchboard"], trait: "Tracing",
      code: """
        let subject = PublishSubject<Int, Never>()
        let report = try LeakDetector.check { _ in
          subject.subscribe { print($0) }.dispose()
        }
        print(report.findings.count + 1)
        """),
    ProductHello(
      name: "SwitchboardInspector", others: ["Switchboard"], trait: "Inspector",
      code: """
        let inspector = try await Inspector.start()
        print(inspector.url.isEmpty ? 0 : 1)
        """),
    ProductHello(
      name: "SwitchboardMetrics", others: ["Switchboard"], trait: "Metrics",
      code: """
        let reporter = try MetricsReporter(every: .seconds(1))
        reporter.dispose()
        print(1)
        """),
    ProductHello(
      name: "SwitchboardLogging", others: ["Switchboard"], trait: "Logging",
      code: """
        struct Number: Event { var value: Int }
        let bus = EventBus()
        bus.log(to: .init(label: "hello"))
        bus.on(Number.self).next { print($0.value) }
        bus.dispatch(Number(value: 1))
        """),
    ProductHello(
      name: "SwitchboardNATS", others: ["Switchboard", "SwitchboardLink"], trait: "NATS",
      code: """
        let engine = NATSTransport("nats://127.0.0.1:1")
        let link = BusLink(EventBus(), application: "hello", over: engine)
        print(link.application.isEmpty ? 0 : 1)
        """),
  ]

  private static let subject = """
    let subject = PublishSubject<Int, Never>()
    subject.subscribe { print($0) }
    subject.send(1)
    """

  /// The products that the program depends on.
  var products: [String] { others + [name] }

  /// The file `main.swift` of the program, which prints 1.
  var program: String { products.map { "import \($0)\n" }.joined() + "\n\(code)\n" }
}
