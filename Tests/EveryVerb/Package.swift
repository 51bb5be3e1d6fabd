// swift-tools-version: 6.1
import PackageDescription

/// Calls every public function of the library's products. A separate package, because a client sees only public
/// declarations, and builds the library optimised and without `-enable-testing`.
let package = Package(
  name: "every-verb",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "Tracing", description: "Builds the library with its trait of this name.")],
  dependencies: [
    .package(
      name: "switchboard", path: "../..", traits: [.trait(name: "Tracing", condition: .when(traits: ["Tracing"]))])
  ],
  targets: [
    .executableTarget(
      name: "EveryVerb",
      dependencies: [
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "SwitchboardFoundation", package: "switchboard"),
        .product(name: "SwitchboardLeaks", package: "switchboard"),
        .product(name: "SwitchboardLink", package: "switchboard"),
        .product(name: "SwitchboardLinkTesting", package: "switchboard"),
        .product(name: "SwitchboardTesting", package: "switchboard"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
