// swift-tools-version: 6.2
import Foundation
import PackageDescription

// `swift package switchboard-leaks` tests a client with tracing, without the trait in the client's manifest.
let tracesClients = Context.environment["SWITCHBOARD_TRACING"] == "1"

/// Returns dependencies that are linked only with a trait.
func when(_ trait: String, _ targets: String...) -> [Target.Dependency] {
  targets.map { .target(name: $0, condition: tracesClients && trait == "Tracing" ? nil : .when(traits: [trait])) }
}

/// Returns a dependency on a product of another package. SwiftPM downloads that package only with the trait.
func product(_ name: String, of package: String, when trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

/// The products of swift-nio that the inspector uses.
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map { product($0, of: "swift-nio", when: "Inspector") }

/// Returns a target of tests, which also use threads, gates and counters of the target `SwitchboardTestSupport`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: String...) -> Target {
  .testTarget(
    name: "Switchboard\(name)Tests", dependencies: dependencies + ["SwitchboardTestSupport"], exclude: exclude)
}

// The records of traces, and their files.
let traces: [Target.Dependency] = ["SwitchboardTracing", "SwitchboardTraceFile"]
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// What the modules with the sources of `SwitchboardBroadcast` need.
let broadcast = ["CSwitchboardBroadcast"] + when("Tracing", "CSwitchboardTracing", "SwitchboardTracing")

/// The storages that the benchmarks compare with that of the runtime.
let comparedStorages = ["Array", "List"]

/// The names of what a folder of this package contains.
func contents(of folder: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)"))?.sorted() ?? []
}

/// The files of the inspector's page, which become a part of the program.
let page = contents(of: "Sources/Inspector/SwitchboardInspector/Page")
let package = Package(
  name: "switchboard",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Switchboard", targets: ["Switchboard"]),
    // Features that need Foundation: notifications and JSON as events, signals of the operating system.
    .library(name: "SwitchboardFoundation", targets: ["SwitchboardFoundation", "SwitchboardStart"]),
    // The leak detector, for programs that check themselves. Needs the trait `Tracing`.
    .library(name: "SwitchboardLeaks", targets: ["SwitchboardLeaks"]),
    // For tests: schedulers with virtual time; with the trait `Tracing`, expectations about traces and leaks.
    .library(name: "SwitchboardTesting", targets: ["SwitchboardTesting"]),
    // Counts for swift-metrics, and diagnostics for swift-log. Each needs its trait, `Metrics` or `Logging`.
    .library(name: "SwitchboardMetrics", targets: ["SwitchboardMetrics"]),
    .library(name: "SwitchboardLogging", targets: ["SwitchboardLogging"]),
    // Events between processes, and an engine in memory.
    .library(name: "SwitchboardLink", targets: ["SwitchboardLink", "SwitchboardStart"]),
    // For tests of links: faults in the engine in memory, and what it keeps.
    .library(name: "SwitchboardLinkTesting", targets: ["SwitchboardLinkTesting"]),
    // NATS as the engine between processes. Needs the trait `NATS` and the C library libnats.
    .library(name: "SwitchboardNATS", targets: ["SwitchboardNATS", "SwitchboardStart"]),
    // A page that shows what a running program does. Needs the trait `Inspector`.
    .library(name: "SwitchboardInspector", targets: ["SwitchboardInspector"]),
    // Signals as publishers of Combine, and publishers as signals. Empty where Combine does not exist.
    .library(name: "SwitchboardCombine", targets: ["SwitchboardCombine"]),
    // The commands `swift package switchboard-leaks` and `swift package switchboard-trace` of clients.
    .plugin(name: "SwitchboardLeaksCommand", targets: ["SwitchboardLeaksCommand"]),
    .plugin(name: "SwitchboardTraceCommand", targets: ["SwitchboardTraceCommand"]),
    // For the benchmark package. Not API: they may change in any release.
    .library(name: "_SwitchboardRecorder", targets: ["CSwitchboardTracing"]),
    .library(name: "_SwitchboardTraceFile", targets: ["SwitchboardTraceFile", "SwitchboardTracing"]),
  ]
    // The parts of `Switchboard`, for programs that need one of them.
    + ["Signals", "Boards", "Bus"].map {
      .library(name: "Switchboard\($0)", targets: ["Switchboard\($0)", "SwitchboardStart"])
    }
    + (["Broadcast", "Scenarios", "VirtualTime"] + comparedStorages.map { "\($0)Broadcast" }).map {
      .library(name: "_Switchboard\($0)", targets: ["Switchboard\($0)"])
    },
  traits: [
    .trait(
      name: "Tracing", description: "Compiles the probes in: a whole build can record what it sends and subscribes."),
    .trait(name: "Tools", description: "Builds `swift package switchboard-trace`, which needs swift-argument-parser."),
    .trait(
      name: "Metrics", description: "Fills SwitchboardMetrics, which needs swift-metrics. Turns Tracing on.",
      enabledTraits: ["Tracing"]),
    .trait(name: "Logging", description: "Fills SwitchboardLogging, which needs swift-log."),
    .trait(name: "NATS", description: "Fills SwitchboardNATS, which needs the C library libnats (libnats-dev)."),
    .trait(
      name: "Inspector", description: "Fills SwitchboardInspector, which needs swift-nio. Turns Tracing on.",
      enabledTraits: ["Tracing"]),
  ],
  // A client downloads each of these packages only with the trait that needs it; see Tests/Clients/packaging.py. The
  // commands of this repository need the argument parser without a trait, but are no products.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    // The records of a trace, and the recorder.
    .target(name: "CSwitchboardTracing"),
    .target(name: "SwitchboardTracing", dependencies: ["CSwitchboardTracing"]),
    // Trace files (Perfetto, Chrome JSON, golden text), and the analysis of traces.
    .target(name: "SwitchboardTraceFile", dependencies: ["SwitchboardTracing"]),
    // The leak detector: finds what is alive and should not be, and the line of code that caused the leak.
    .target(
      name: "SwitchboardLeaks",
      dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast", "SwitchboardSignals", "SwitchboardTracing"]),
    // The leak catalogue: code that leaks at known lines, and code that does not leak, to check the leak detector.
    .target(
      name: "SwitchboardScenarios",
      dependencies: [
        "CSwitchboardTracing", "Switchboard", "SwitchboardBroadcast", "SwitchboardFoundation", "SwitchboardLeaks",
        "SwitchboardLink", "SwitchboardSignals", "SwitchboardTracing", "SwitchboardVirtualTime",
      ]),
    // Checks the leak detector and the runtime with the leak catalogue: `make leakcheck`.
    .executableTarget(
      name: "leakcheck", dependencies: traces + ["SwitchboardLeaks", "SwitchboardScenarios", argumentParser]),
    // Reads trace files: `swift run switchboard-trace`.
    .executableTarget(
      name: "switchboard-trace", dependencies: traces + [argumentParser], swiftSettings: [.define("Tools")]),
    // The same program for clients, in a linked folder: SwiftPM prunes dependencies target by target.
    .executableTarget(
      name: "switchboard-trace-tool",
      dependencies: traces + [product("ArgumentParser", of: "swift-argument-parser", when: "Tools")]),
    .plugin(
      name: "SwitchboardTraceCommand",
      capability: .command(intent: .custom(verb: "switchboard-trace", description: "Show what a traced program did.")),
      dependencies: ["switchboard-trace-tool"]),
    .plugin(
      name: "SwitchboardLeaksCommand",
      capability: .command(intent: .custom(verb: "switchboard-leaks", description: "Run the tests; print leaks."))),
    // The parking lot and the thread-local chain of calls, in C because Swift has neither.
    .target(name: "CSwitchboardBroadcast"),
    // The hot path, hidden from clients: registries, storages, delivery. Its hot code is `@inlinable public`, because
    // code with `package` access is not specialised across targets.
    .target(name: "SwitchboardBroadcast", dependencies: broadcast),
    // Signal, subjects, operators, disposables, lifetimes.
    .target(
      name: "SwitchboardSignals",
      dependencies: broadcast + ["SwitchboardBroadcast"] + when("Tracing", "SwitchboardTraceFile")),
    // Values by key, shared and observed.
    .target(name: "SwitchboardBoards", dependencies: ["SwitchboardBroadcast", "SwitchboardSignals"]),
    // Typed events, delivered to the subscribers of their type.
    .target(
      name: "SwitchboardBus", dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast", "SwitchboardSignals"]),
    // Bridges between the bus and Foundation. Not part of `Switchboard`, which does not import Foundation.
    .target(
      name: "SwitchboardFoundation", dependencies: ["SwitchboardBroadcast", "SwitchboardBus", "SwitchboardSignals"]),
    // The bus across processes. The faults of its engine in memory are apart, so that a server does not ship them.
    .target(name: "SwitchboardLink", dependencies: ["SwitchboardBroadcast", "SwitchboardBus", "SwitchboardSignals"]),
    .target(
      name: "SwitchboardLinkTesting", dependencies: ["SwitchboardBroadcast", "SwitchboardLink", "SwitchboardSignals"]),
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(
      name: "SwitchboardNATS",
      dependencies: ["SwitchboardBroadcast", "SwitchboardBus", "SwitchboardLink"] + when("NATS", "CNATS")),
    .target(
      name: "Switchboard",
      dependencies: ["SwitchboardBoards", "SwitchboardBus", "SwitchboardSignals", "SwitchboardStart"]),
    // What the environment starts before `main`, with a trait: in each product for programs, below none of the parts.
    .target(
      name: "SwitchboardStart",
      dependencies: when("Tracing", "SwitchboardLeaks", "CSwitchboardTraceStart")
        + when("Inspector", "SwitchboardInspector", "CSwitchboardInspectorStart")),
    .target(
      name: "SwitchboardMetrics",
      dependencies: [
        "Switchboard", "SwitchboardBroadcast", "SwitchboardSignals", "SwitchboardTracing",
        product("Metrics", of: "swift-metrics", when: "Metrics"),
      ]),
    .target(
      name: "SwitchboardLogging", dependencies: ["Switchboard", product("Logging", of: "swift-log", when: "Logging")]),
    // The server of the inspector, and its page. Below `SwitchboardStart`: the environment can start it.
    .target(
      name: "SwitchboardInspector",
      dependencies: traces + ["CSwitchboardTracing", "SwitchboardBroadcast"] + nio,
      resources: page.map { .embedInCode("Page/\($0)") }),
    // These start the inspector, a trace or a leak check before `main` when the environment asks for it.
    .target(name: "CSwitchboardInspectorStart"),
    .target(name: "CSwitchboardTraceStart"),
    .target(name: "SwitchboardCombine", dependencies: ["Switchboard", "SwitchboardBroadcast"]),
    // The schedulers of `SwitchboardTesting`. A target of their own: on macOS a program does not start if it is linked
    // with XCTest, as `SwitchboardTesting` is.
    .target(
      name: "SwitchboardVirtualTime", dependencies: ["SwitchboardBroadcast", "SwitchboardSignals"],
      path: "Sources/Testing/SwitchboardTesting/Schedulers"),
    // The library that the tests of clients import: virtual time, and expectations about traces and leaks.
    .target(
      name: "SwitchboardTesting",
      dependencies: traces + ["SwitchboardBroadcast", "SwitchboardLeaks", "SwitchboardVirtualTime"],
      exclude: ["Schedulers"]),
    // What each operator does, as entries with virtual times: the tests play the entries, and `marbles` draws them.
    .target(
      name: "SwitchboardOperatorTables",
      dependencies: ["Switchboard", "SwitchboardBroadcast", "SwitchboardVirtualTime"]),
    // Draws the marble diagrams of the documentation: `make marbles`.
    .executableTarget(name: "marbles", dependencies: ["SwitchboardOperatorTables", argumentParser]),
    // The programs that tests run as child processes, and that `make trace-check` traces.
    .executableTarget(name: "TestPrograms", dependencies: ["Switchboard"], path: "Tests/TestPrograms"),
    // Threads, gates and counters for the tests of several targets.
    .target(name: "SwitchboardTestSupport", path: "Tests/SwitchboardTestSupport"),
    .target(
      name: "SwitchboardTestOwners", dependencies: ["Switchboard", "SwitchboardTestSupport"],
      path: "Tests/SwitchboardTestOwners"),
    // The promises of registries and the laws of storages. Below, the same tests try each compared storage.
    tests("Broadcast", ["CSwitchboardBroadcast", "SwitchboardBroadcast"]),
    tests("Signals", ["Switchboard", "SwitchboardOperatorTables", "SwitchboardSignals", "SwitchboardTesting"]),
    tests("Boards", ["Switchboard", "SwitchboardBoards", "SwitchboardTestOwners"]),
    // The tests of the order run one of the test programs.
    tests("Bus", ["Switchboard", "SwitchboardBus", "SwitchboardTesting", "SwitchboardTestOwners", "TestPrograms"]),
    // Links in virtual time, under faults.
    tests("Link", ["Switchboard", "SwitchboardLink", "SwitchboardLinkTesting", "SwitchboardTesting"]),
    // With the trait `NATS`: `make test-nats`.
    tests("NATS", ["Switchboard", "SwitchboardLink", "SwitchboardNATS"]),
    tests("Foundation", ["Switchboard", "SwitchboardFoundation"]),
    tests("Tracing", traces + ["CSwitchboardTracing", "Switchboard", "SwitchboardLink", "SwitchboardTesting"]),
    tests(
      "Testing", ["SwitchboardTesting", "SwitchboardTracing", "Switchboard", "SwitchboardVirtualTime"],
      exclude: "Golden"),
    tests("Leaks", ["Switchboard", "SwitchboardBroadcast", "SwitchboardLeaks", "SwitchboardTracing"]),
    // The next three targets start programs. An environment variable makes those of the last one record a trace.
    tests("Scenarios", traces + ["leakcheck", "SwitchboardLeaks", "SwitchboardScenarios"]),
    tests("TraceFile", ["switchboard-trace", "SwitchboardTracing", "SwitchboardTraceFile"]),
    tests("TraceStart", ["SwitchboardTracing", "SwitchboardTraceFile", "TestPrograms"]),
    // With the traits `Metrics` and `Logging`: `make test-parts`.
    tests(
      "Parts",
      [
        "Switchboard", "SwitchboardLogging", "SwitchboardMetrics", "SwitchboardVirtualTime",
        product("Logging", of: "swift-log", when: "Logging"), product("Metrics", of: "swift-metrics", when: "Metrics"),
        product("MetricsTestKit", of: "swift-metrics", when: "Metrics"),
      ]),
    // With the trait `Inspector`: `make test-inspector`.
    tests("Inspector", traces + ["Switchboard", "SwitchboardBroadcast", "SwitchboardInspector", "SwitchboardLeaks"]),
    // How deep chains may be. A separate target, so that it alone can be optimised.
    tests("Depth", ["Switchboard"]),
    // Tests of the reactive core with real threads. A separate target, so that ThreadSanitizer can run it alone.
    tests("SignalsThread", ["Switchboard"]),
  ],
  swiftLanguageModes: [.v6]
)

// The sources of `SwitchboardBroadcast` with another storage, and the tests of `SwitchboardBroadcast` on it.
for module in comparedStorages.map({ "Switchboard\($0)Broadcast" }) {
  let own = ["DenseStorage", "SubscriberStorage"].map { "Runtime/Storage/\($0).swift" }
  package.targets.append(.target(name: module, dependencies: broadcast, exclude: own))
  let tests = tests(String(module.trimmingPrefix("Switchboard")), ["CSwitchboardBroadcast", .byName(name: module)])
  tests.swiftSettings = [.unsafeFlags(["-module-alias", "SwitchboardBroadcast=\(module)"])]
  package.targets.append(tests)
}

// A target is on the shelf of `Sources` that has a folder of its name.
let shelves = contents(of: "Sources").map { (path: "Sources/\($0)", names: contents(of: "Sources/\($0)")) }
for target in package.targets where target.path == nil && target.type != .test {
  target.path = shelves.first { $0.names.contains(target.name) }.map { "\($0.path)/\(target.name)" }
}

// Each unsafe expression of the libraries says `unsafe`. A declaration says `@safe` if its accesses are sound for the
// reason in the comment beside it. A weak capture is constant: a variable would be checked for exclusive access.
for target in package.targets where target.type == .regular && target.path?.hasPrefix("Tests/") != true {
  if !target.name.hasPrefix("CSwitchboard") {
    target.swiftSettings = [.strictMemorySafety(), .enableUpcomingFeature("ImmutableWeakCaptures")]
  }
}

if tracesClients {
  for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("Tracing")]
  }
}

// Some checks need only some of the test targets. To build all other targets too would take most of the time.
if let wanted = Context.environment["SWITCHBOARD_TEST_TARGETS"] {
  var kept: Set<String> = []
  var next = wanted.split(separator: " ").map(String.init)
  var needsProducts = false
  while let name = next.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): next.append(name)
      default: needsProducts = true
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
  if !needsProducts { package.dependencies = [] }
}
// The targets of an optimised build that are not optimised: to optimise all tests too would take most of the time.
if let plain = Context.environment["SWITCHBOARD_PLAIN_TARGETS"]?.split(separator: " ").map(String.init) {
  for target in package.targets where plain.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
}
