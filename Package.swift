// swift-tools-version: 6.1
import PackageDescription

/// What the runtime needs of the recorder, and does not link without the trait.
func whenTracing(_ targets: String...) -> [Target.Dependency] {
  targets.map { .target(name: $0, condition: .when(traits: ["Tracing"])) }
}

let package = Package(
  name: "switchboard",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Switchboard", targets: ["Switchboard"]),
    // What needs Foundation: notifications and JSON as events, signals of the operating system.
    .library(name: "SwitchboardFoundation", targets: ["SwitchboardFoundation"]),
    // The leak detector, for programs that check themselves. With the trait `Tracing`.
    .library(name: "SwitchboardLeaks", targets: ["SwitchboardLeaks"]),
    // For tests: expectations about traces and leaks.
    .library(name: "SwitchboardTesting", targets: ["SwitchboardTesting"]),
    // The hot path on its own, for the benchmark package. Not API: anything in it may change in any release.
    .library(name: "_SwitchboardBroadcast", targets: ["SwitchboardBroadcast"]),
    // The recorder's probes on their own. For the same, and no API either.
    .library(name: "_SwitchboardRecorder", targets: ["CSwitchboardTracing"]),
    // The leak catalogue, for the same, which measures the memory of its clean half.
    .library(name: "_SwitchboardScenarios", targets: ["SwitchboardScenarios"]),
  ],
  traits: [
    .trait(
      name: "Tracing",
      description: """
        Compiles the probes in: every subscribe, send and dispose can be recorded at run time. Traits are additive over \
        the whole package graph: if any package of a build enables this one, everybody in that build has it.
        """
    )
  ],
  dependencies: [
    // For the commands only, which are no products: whoever imports the library does not download it.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // What a trace consists of, and the recorder. A leaf: the standard library only.
    .target(name: "CSwitchboardTracing"),
    .target(name: "SwitchboardTracing", dependencies: ["CSwitchboardTracing"]),
    // Trace files: Perfetto, Chrome JSON, golden text; what can be told from them.
    .target(name: "SwitchboardTraceFile", dependencies: ["SwitchboardTracing"]),
    // What is alive and should not be, and the line that did it.
    .target(
      name: "SwitchboardLeaks",
      dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast", "SwitchboardSignals", "SwitchboardTracing"]),
    // Code that leaks at known lines, and code that does not: what the leak detector is checked with.
    .target(
      name: "SwitchboardScenarios",
      dependencies: [
        "Switchboard", "SwitchboardBroadcast", "SwitchboardFoundation", "SwitchboardLeaks", "SwitchboardSignals",
        "SwitchboardTracing",
      ]),
    // Checks the leak detector and the runtime with them: `make leakcheck`.
    .executableTarget(
      name: "leakcheck",
      dependencies: [
        "SwitchboardLeaks", "SwitchboardScenarios", "SwitchboardTraceFile", "SwitchboardTracing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Reads trace files: `swift run switchboard-trace`.
    .executableTarget(
      name: "switchboard-trace",
      dependencies: [
        "SwitchboardTracing", "SwitchboardTraceFile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The parking lot and the thread-local chain of calls, in C because Swift has neither.
    .target(name: "CSwitchboardBroadcast"),
    // Hidden hot path: registries, their storages, delivery. Everything hot in it is `@inlinable public`, because
    // `package` access is not specialised across targets.
    .target(
      name: "SwitchboardBroadcast",
      dependencies: ["CSwitchboardBroadcast"] + whenTracing("CSwitchboardTracing", "SwitchboardTracing")),
    // Signal, subjects, operators, disposables, lifetimes.
    .target(
      name: "SwitchboardSignals",
      dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast"]
        + whenTracing("CSwitchboardTracing", "SwitchboardTracing")),
    // Values by key, shared and observed.
    .target(
      name: "SwitchboardBoards",
      dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast", "SwitchboardSignals"]
        + whenTracing("CSwitchboardTracing", "SwitchboardTracing")),
    // Typed events for whoever listens.
    .target(
      name: "SwitchboardBus",
      dependencies: ["CSwitchboardBroadcast", "SwitchboardBroadcast", "SwitchboardSignals"]
        + whenTracing("CSwitchboardTracing", "SwitchboardTracing")),
    // Bridges from the bus to what needs Foundation. Not part of `Switchboard`, which does not import that.
    .target(
      name: "SwitchboardFoundation", dependencies: ["SwitchboardBroadcast", "SwitchboardBus", "SwitchboardSignals"]),
    // What clients import.
    .target(
      name: "Switchboard",
      dependencies: ["SwitchboardBoards", "SwitchboardBus", "SwitchboardSignals"]
        + whenTracing("SwitchboardTracing", "SwitchboardTraceFile", "CSwitchboardTraceStart")),
    // Begins a trace before `main` when the environment asks for it.
    .target(name: "CSwitchboardTraceStart"),
    // Examples, worth tracing: `Examples/README.md`.
    .executableTarget(name: "PriceTicker", dependencies: ["Switchboard"], path: "Examples/PriceTicker"),
    .executableTarget(name: "LoginFlow", dependencies: ["Switchboard"], path: "Examples/LoginFlow"),
    .executableTarget(
      name: "SignUpForm", dependencies: ["Switchboard"], path: "Examples/SignUpForm", exclude: ["script.txt"]),
    // Two modules that know only a third one, the keys that they share.
    .target(name: "ThermostatKeys", dependencies: ["Switchboard"], path: "Examples/Thermostat/Keys"),
    .target(
      name: "ThermostatSensor", dependencies: ["Switchboard", "ThermostatKeys"], path: "Examples/Thermostat/Sensor"),
    .target(
      name: "ThermostatDisplay", dependencies: ["Switchboard", "ThermostatKeys"], path: "Examples/Thermostat/Display"),
    .executableTarget(
      name: "Thermostat", dependencies: ["Switchboard", "ThermostatDisplay", "ThermostatSensor"],
      path: "Examples/Thermostat/Program"),
    // A server in modules that know only a fourth one, the events that they share.
    .target(name: "BackOfficeEvents", dependencies: ["Switchboard"], path: "Examples/BackOffice/Events"),
    .target(
      name: "BackOfficeUsers", dependencies: ["BackOfficeEvents", "Switchboard"], path: "Examples/BackOffice/Users"),
    .target(
      name: "BackOfficePayments", dependencies: ["BackOfficeEvents", "Switchboard"],
      path: "Examples/BackOffice/Payments"
    ),
    .target(
      name: "BackOfficeAudit", dependencies: ["BackOfficeEvents", "Switchboard"], path: "Examples/BackOffice/Audit"),
    .executableTarget(
      name: "BackOffice",
      dependencies: [
        "BackOfficeAudit", "BackOfficeEvents", "BackOfficePayments", "BackOfficeUsers", "Switchboard",
        "SwitchboardFoundation",
      ], path: "Examples/BackOffice/Program"),
    // Counts what it does, for a check of its trace: `make trace-check`.
    .executableTarget(name: "TracedLoad", dependencies: ["Switchboard"], path: "Tests/TracedLoad"),
    // What tests import: expectations about traces and leaks.
    .target(
      name: "SwitchboardTesting",
      dependencies: ["SwitchboardBroadcast", "SwitchboardLeaks", "SwitchboardTracing", "SwitchboardTraceFile"]),
    // Threads, gates, counters: what the tests of several targets need.
    .target(name: "SwitchboardTestSupport", path: "Tests/SwitchboardTestSupport"),
    // Apart, so that who tests the broadcaster needs no more than that.
    .target(
      name: "SwitchboardTestOwners", dependencies: ["Switchboard", "SwitchboardTestSupport"],
      path: "Tests/SwitchboardTestOwners"),
    .testTarget(name: "SwitchboardBroadcastTests", dependencies: ["SwitchboardBroadcast", "SwitchboardTestSupport"]),
    .testTarget(
      name: "SwitchboardSignalsTests", dependencies: ["Switchboard", "SwitchboardSignals", "SwitchboardTestSupport"]),
    .testTarget(
      name: "SwitchboardBoardsTests",
      dependencies: ["Switchboard", "SwitchboardBoards", "SwitchboardTestOwners", "SwitchboardTestSupport"]),
    // Its tests of order launch the program `BusOrder`, which prints one.
    .testTarget(
      name: "SwitchboardBusTests",
      dependencies: ["BusOrder", "Switchboard", "SwitchboardBus", "SwitchboardTestOwners", "SwitchboardTestSupport"]),
    .executableTarget(name: "BusOrder", dependencies: ["Switchboard"], path: "Tests/BusOrder"),
    .testTarget(
      name: "SwitchboardFoundationTests",
      dependencies: ["Switchboard", "SwitchboardFoundation", "SwitchboardTestSupport"]),
    .testTarget(
      name: "SwitchboardTracingTests",
      dependencies: [
        "SwitchboardTracing", "CSwitchboardTracing", "Switchboard", "SwitchboardTesting", "SwitchboardTestSupport",
      ]),
    .testTarget(
      name: "SwitchboardTestingTests",
      dependencies: ["SwitchboardTesting", "SwitchboardTracing", "Switchboard", "SwitchboardTestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "SwitchboardLeaksTests", dependencies: ["Switchboard", "SwitchboardLeaks", "SwitchboardTestSupport"]),
    // `leakcheck` is run as a child process.
    .testTarget(
      name: "SwitchboardScenariosTests",
      dependencies: ["SwitchboardLeaks", "SwitchboardScenarios", "SwitchboardTestSupport", "SwitchboardTraceFile"]),
    .testTarget(
      name: "SwitchboardTraceFileTests",
      dependencies: ["SwitchboardTracing", "SwitchboardTraceFile", "SwitchboardTestSupport"]),
    // Programs that the environment asks to trace, run as child processes.
    .testTarget(
      name: "SwitchboardTraceStartTests",
      dependencies: [
        "SwitchboardTracing", "SwitchboardTraceFile", "SwitchboardTestSupport", "PriceTicker", "TracedParent",
      ]),
    .executableTarget(name: "TracedParent", dependencies: ["Switchboard"], path: "Tests/TracedParent"),
    // Examples, run as child processes.
    .testTarget(
      name: "ExamplesTests", dependencies: ["SwitchboardTestSupport", "BackOffice", "SignUpForm", "Thermostat"]),
    // The reactive core under real threads; a target of its own, so that it can be run under ThreadSanitizer alone.
    .testTarget(name: "SwitchboardSignalsThreadTests", dependencies: ["Switchboard", "SwitchboardTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// To build less than everything. Mutations, and the optimised tests without the trait, need some of the test targets: what
// these do not need is left out. With the trait it is the library that has to be optimised, and the tests need not be.
if let wanted = Context.environment["SWITCHBOARD_TEST_TARGETS"] {
  var kept: Set<String> = []
  var next = wanted.split(separator: " ").map(String.init)
  while let name = next.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): next.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
  package.dependencies = []
}
if Context.environment["SWITCHBOARD_PLAIN_TESTS"] != nil {
  for target in package.targets where target.type == .test { target.swiftSettings = [.unsafeFlags(["-Onone"])] }
}
