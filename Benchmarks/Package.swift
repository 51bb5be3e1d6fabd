// swift-tools-version: 6.1
import PackageDescription

// Two builds of one program measure the suite `tracing`: one with the runtime's trait `Tracing`, one without. The
// traced build has its own build folder, because a build has one state of each trait. So has the build for the suite
// `inspector`, which has this package's trait `Inspector`, and the build for the suite `link`, with the trait `NATS`.
let tracing = Context.environment["SWITCHBOARD_TRACING"] == "1"

// `make bench-compare` builds these programs with earlier versions of the library, which have neither a product for the
// reader of traces nor an inspector nor links. It compares none of them.
let replay = Context.environment["SWITCHBOARD_REPLAY"] != "0"
// Versions without the modules that the suites `storage` and `leaks` compare.
let storages = Context.environment["SWITCHBOARD_STORAGES"] != "0"

// The candidates are so similar that the compiler would merge their loops into one loop that calls through function
// pointers, and their handlers into one function behind a jump. A program that uses a single candidate does not pay for
// that.
let separateFunctions: [SwiftSetting] = [
  .unsafeFlags(["-Xllvm", "-swiftmergefunc-threshold=0", "-Xfrontend", "-disable-llvm-merge-functions-pass"])
]

// The traits of this package. A trait builds the library with the library's trait of the same name.
let traits = replay ? ["Inspector", "NATS"] : []

// The peer libraries, one line each. Their versions are fixed, because the baseline contains their figures.
let peers: [(product: String, url: String, version: Version)] = [
  ("OpenCombine", "https://github.com/OpenCombine/OpenCombine", "0.14.0"),
  ("AsyncAlgorithms", "https://github.com/apple/swift-async-algorithms", "1.1.4"),
]

let package = Package(
  name: "switchboard-benchmarks",
  platforms: [.macOS(.v15)],
  traits: Set(traits.map { .trait(name: $0, description: "Builds the library with its trait of this name.") }),
  dependencies: [
    .package(
      name: "switchboard", path: "..",
      traits: Set(
        (tracing ? ["Tracing"] : [])
          + traits.map { .trait(name: $0, condition: .when(traits: [$0])) })),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ] + peers.map { .package(url: $0.url, exact: $0.version) },
  targets: [
    // The results of a run, and their JSON form.
    .target(name: "BenchmarkResults"),
    // Processes, rounds, shuffling, statistics, progress, Ctrl-C.
    .target(name: "BenchmarkHarness", dependencies: ["BenchmarkResults", "AllocatorStatistics", "CProcessors"]),
    // The processor that a process runs on, which the C library tells only to C.
    .target(name: "CProcessors"),
    // Exact mallocs and bytes where a process has jemalloc, and the allocators that a process can get.
    .target(name: "AllocatorStatistics", dependencies: ["CAllocators"]),
    // What allocators tell only to C.
    .target(name: "CAllocators"),
    // The operations of recorded programs, reconstructed from the records of their traces.
    .target(name: "ProgramReplay", dependencies: ["BenchmarkResults"]),
    // Packages that use a library, for the figures of compile time and code size, and their builds.
    .target(name: "ClientGenerator", dependencies: ["BenchmarkHarness"]),
    // Intervals and growth classes of figures. A report has hundreds of bootstraps, which take a minute without -O.
    .target(name: "BenchmarkStatistics", swiftSettings: [.unsafeFlags(["-O"])]),
    // The text and the charts of the report, and the check against the baseline. To optimise this target takes 50 s of
    // each build, and makes no report faster.
    .target(
      name: "BenchmarkReport", dependencies: ["BenchmarkResults", "BenchmarkStatistics", "ProgramReplay"],
      exclude: ["Rendering/requirements.txt"],
      // Embedded in the code: the commands find the files wherever they are copied, and contain no path of the build
      // machine.
      resources: [
        .embedInCode("Rendering/render.py"), .embedInCode("Rendering/page.css"), .embedInCode("Rendering/page.js"),
      ],
      swiftSettings: [.unsafeFlags(["-Onone"])]),
    // The floors: C loops over pairs of function pointer and context, and over pairs of clock reading and store.
    .target(name: "CFloor"),
    // The jobs of tasks that libraries start without an executor, for the thread that measures.
    .target(name: "CTaskHook"),
    // Registries full of subscribers, the operations on them, and the measurement of these operations.
    .target(
      name: "SubscriberWorkloads",
      dependencies: ["AllocatorStatistics", "BenchmarkHarness", "BenchmarkResults", "CFloor"]),
    // The parts that the commands of all suites share: options, passes, results, exit statuses.
    .target(
      name: "BenchmarkCommand",
      dependencies: [
        "AllocatorStatistics", "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "storage-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults", "CFloor",
        "ProgramReplay", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardArrayBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardListBroadcast", package: "switchboard"),
      ] + (replay ? [.product(name: "_SwitchboardTraceFile", package: "switchboard")] : []),
      exclude: replay ? [] : ["Replay"],
      swiftSettings: separateFunctions + (replay ? [.define("REPLAY")] : [])),
    .executableTarget(
      name: "runtime-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "CTaskHook", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardVirtualTime", package: "switchboard"),
        // OpenCombine's schedulers on the queues of Dispatch.
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ] + peers.map { .product(name: $0.product, package: $0.url.split(separator: "/").last.map(String.init) ?? "") },
      swiftSettings: separateFunctions),
    .executableTarget(
      name: "tracing-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "CFloor", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Switchboard", package: "switchboard"),
      ] + (tracing ? [.product(name: "_SwitchboardRecorder", package: "switchboard")] : []),
      // Each of the two builds excludes the sources of the other build.
      exclude: [tracing ? "Off" : "On"],
      swiftSettings: separateFunctions),
    .executableTarget(
      name: "inspector-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults",
        "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "SwitchboardInspector", package: "switchboard", condition: .when(traits: ["Inspector"])),
      ],
      // Otherwise the program would not know which of its three builds it is.
      swiftSettings: separateFunctions + (tracing ? [.define("Tracing")] : [])),
    // What links are compared with: a program in C with the client library of NATS.
    .systemLibrary(name: "CNATSClient", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(
      name: "CNATSPeer", dependencies: [.target(name: "CNATSClient", condition: .when(traits: ["NATS"]))],
      cSettings: [.define("SWITCHBOARD_NATS", .when(traits: ["NATS"]))]),
    .executableTarget(
      name: "link-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "CNATSPeer",
        "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "SwitchboardLink", package: "switchboard"),
        .product(name: "SwitchboardNATS", package: "switchboard", condition: .when(traits: ["NATS"])),
      ]),
    .executableTarget(
      name: "leaks-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardScenarios", package: "switchboard"),
        .product(name: "_SwitchboardArrayBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardListBroadcast", package: "switchboard"),
      ]),
    .executableTarget(
      name: "client-benchmark",
      dependencies: [
        "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "ClientGenerator", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "benchmark-report",
      dependencies: [
        "BenchmarkReport", "BenchmarkResults",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: ["AllocatorStatistics", "BenchmarkHarness", "BenchmarkResults"]),
    .testTarget(
      name: "BenchmarkReportTests",
      dependencies: ["BenchmarkReport", "BenchmarkResults", "BenchmarkStatistics", "ProgramReplay"],
      exclude: ["KnownAnswers"]),
    .testTarget(name: "ProgramReplayTests", dependencies: ["ProgramReplay"]),
    .testTarget(name: "ClientGeneratorTests", dependencies: ["ClientGenerator"]),
    // The tests run the programs as child processes.
    .testTarget(
      name: "BenchmarkProgramsTests", dependencies: ["AllocatorStatistics", "BenchmarkReport", "BenchmarkResults"],
      exclude: ["Traces"]),
    // What the library does together with its peers: bridges to publishers, and algorithms of asynchronous sequences.
    // Combine.swift is a link to the source of SwitchboardCombine, compiled here with OpenCombine.
    .testTarget(
      name: "InterplayTests",
      dependencies: [
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardVirtualTime", package: "switchboard"),
      ] + peers.map { .product(name: $0.product, package: $0.url.split(separator: "/").last.map(String.init) ?? "") }),
  ],
  swiftLanguageModes: [.v6]
)

// `make bench-test` runs the optimised programs, so the tests need no build of them for debugging.
if Context.environment["SWITCHBOARD_BENCHMARK_PROGRAMS"] == "0" {
  package.targets.removeAll {
    $0.type == .executable || ["BenchmarkCommand", "InterplayTests", "SubscriberWorkloads"].contains($0.name)
  }
  package.dependencies = []
}
if !storages { package.targets.removeAll { ["storage-benchmark", "leaks-benchmark"].contains($0.name) } }
if !replay {
  package.targets.removeAll { ["inspector-benchmark", "link-benchmark", "CNATSPeer", "CNATSClient"].contains($0.name) }
}
// `make test-interplay` needs no program.
if Context.environment["SWITCHBOARD_INTERPLAY"] == "1" {
  package.targets.removeAll { $0.name != "InterplayTests" }
}
