// swift-tools-version: 6.1
import PackageDescription

/// Random programs against a reference model, races of threads, and a soak: `Switchboard.docc/Torture.md`. A separate
/// package, because the command sees only what a client sees, and is built as a client is: optimised.
let package = Package(
  name: "torture",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "Tracing", description: "Builds the library with its trait of this name.")],
  dependencies: [
    .package(
      name: "switchboard", path: "../..", traits: [.trait(name: "Tracing", condition: .when(traits: ["Tracing"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // The live bytes of the allocator.
    .target(name: "CAllocator", path: "C"),
    .executableTarget(
      name: "torture",
      dependencies: [
        "CAllocator",
        .product(name: "Switchboard", package: "switchboard"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources"),
  ],
  swiftLanguageModes: [.v6]
)
