// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The memory columns need jemalloc, and a system library that is missing breaks the build instead of the columns: so it
// is a dependency only where it is installed. `make` sets the variable from pkg-config; without it, look for the header.
let jemalloc: Bool = {
  #if os(Linux)
    if let setting = Context.environment["SWITCHBOARD_JEMALLOC"] { return setting == "1" }
    return ["/usr/include", "/usr/local/include"].contains {
      FileManager.default.fileExists(atPath: $0 + "/jemalloc/jemalloc.h")
    }
  #else
    // jemalloc replaces malloc zones there, with crashes on record.
    return false
  #endif
}()

// The suite `tracing` is measured by two builds of one program: with the runtime's trait, and without. In a build folder of
// its own, since a build has one state of each trait.
let tracing = Context.environment["SWITCHBOARD_TRACING"] == "1"

// Candidates look so alike that the compiler would merge their loops into one that calls through function pointers, and
// their handlers into one behind a jump. No program that uses one of them pays for that.
let separateFunctions: [SwiftSetting] = [
  .unsafeFlags(["-Xllvm", "-swiftmergefunc-threshold=0", "-Xfrontend", "-disable-llvm-merge-functions-pass"])
]

let package = Package(
  name: "switchboard-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "switchboard", path: "..", traits: tracing ? ["Tracing"] : []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The peer, at one version: its figures stand in the baseline.
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // What a run found, and the JSON it is kept in.
    .target(name: "BenchmarkResults"),
    // Rounds, shuffling, warm-up, statistics, progress, ctrl-C.
    .target(name: "BenchmarkHarness", dependencies: ["BenchmarkResults", "AllocatorStatistics"]),
    // Exact mallocs and bytes, or nil where they cannot be had.
    .target(name: "AllocatorStatistics", dependencies: jemalloc ? ["CJemalloc"] : []),
    // What the figures say in words and pictures; the check against the baseline.
    .target(
      name: "BenchmarkReport", dependencies: ["BenchmarkResults"],
      exclude: ["Rendering/requirements.txt"],
      // In the code, so that the commands find it wherever they are copied, and hold no path of the machine.
      resources: [.embedInCode("Rendering/render.py")]),
    // The floors: C loops over function pointer and context, and over clock and store.
    .target(name: "CFloor"),
    // Sets jemalloc up so that the totals of the process are exact.
    .target(name: "CUncachedAllocator"),
    // Registries full of subscribers, and what is done to them and measured.
    .target(
      name: "SubscriberWorkloads", dependencies: ["AllocatorStatistics", "BenchmarkHarness", "CFloor"]),
    // What all suites' commands have: options, passes, results, exit statuses.
    .target(
      name: "BenchmarkCommand",
      dependencies: [
        "AllocatorStatistics", "BenchmarkHarness", "BenchmarkReport", "BenchmarkResults", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "storage-benchmark",
      dependencies: [
        "BenchmarkCommand", "CFloor", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
      ],
      swiftSettings: separateFunctions),
    .executableTarget(
      name: "runtime-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
      ],
      swiftSettings: separateFunctions),
    .executableTarget(
      name: "tracing-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "CFloor", "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Switchboard", package: "switchboard"),
      ] + (tracing ? [.product(name: "_SwitchboardRecorder", package: "switchboard")] : []),
      // What either build can measure.
      exclude: [tracing ? "Off" : "On"],
      swiftSettings: separateFunctions),
    .executableTarget(
      name: "leaks-benchmark",
      dependencies: [
        "AllocatorStatistics", "BenchmarkCommand", "BenchmarkHarness", "BenchmarkReport", "CUncachedAllocator",
        "SubscriberWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "_SwitchboardBroadcast", package: "switchboard"),
        .product(name: "_SwitchboardScenarios", package: "switchboard"),
      ]),
    .executableTarget(
      name: "benchmark-report",
      dependencies: [
        "BenchmarkReport", "BenchmarkResults",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: ["AllocatorStatistics", "BenchmarkHarness", "BenchmarkResults", "CUncachedAllocator"]),
    .testTarget(name: "BenchmarkReportTests", dependencies: ["BenchmarkReport", "BenchmarkResults"]),
  ]
    + (jemalloc
      ? [
        .systemLibrary(
          name: "CJemalloc", pkgConfig: "jemalloc",
          providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])])
      ] : []),
  swiftLanguageModes: [.v6]
)
