// swift-tools-version: 6.2
import PackageDescription

/// The program that `Tests/NATS/soak.py` runs: publishers and members of groups, each a process of its own.
let package = Package(
  name: "soak",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "switchboard", path: "../../..", traits: ["NATS"])],
  targets: [
    .executableTarget(
      name: "soak",
      dependencies: [
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "SwitchboardLink", package: "switchboard"),
        .product(name: "SwitchboardNATS", package: "switchboard"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
