// swift-tools-version: 6.1
import PackageDescription

// A program that depends on the runtime like any other program. The script that builds it puts both side by side.
let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../switchboard", traits: Context.environment["CLIENT_TRACES"] == "1" ? ["Tracing"] : [])
  ],
  targets: [.executableTarget(name: "client", dependencies: [.product(name: "Switchboard", package: "switchboard")])],
  swiftLanguageModes: [.v6]
)
