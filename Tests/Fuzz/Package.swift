// swift-tools-version: 6.1
import PackageDescription

/// The bytes of a file are from outside, so anything may be in them. Each program gives the bytes of libFuzzer to one
/// reader, which must return or throw. `Tests/Fuzz/run.sh` builds the programs, with coverage in the library too.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "switchboard", path: "../..", traits: ["Tracing"])],
  targets: [
    .executableTarget(
      name: "TraceFuzzer", dependencies: ["CFuzzDriver", .product(name: "Switchboard", package: "switchboard")]),
    .executableTarget(
      name: "JSONEventFuzzer",
      dependencies: [
        "CFuzzDriver", .product(name: "Switchboard", package: "switchboard"),
        .product(name: "SwitchboardFoundation", package: "switchboard"),
      ]),
    .executableTarget(name: "ResultsFuzzer", dependencies: ["BenchmarkResults", "CFuzzDriver"]),
    // A link to the sources in the package of the benchmarks, which has no product for them.
    .target(name: "BenchmarkResults"),
    // The entry of libFuzzer.
    .target(name: "CFuzzDriver"),
  ],
  swiftLanguageModes: [.v6]
)
