// swift-tools-version: 6.2
import PackageDescription

/// Each chain of up to ten operators must type-check in 300 ms. The flag warns, and a warning is an error here.
let strict: [SwiftSetting] = [
  .unsafeFlags(["-warnings-as-errors", "-Xfrontend", "-warn-long-expression-type-checking=300"])
]

let products: [Target.Dependency] = [
  .product(name: "Switchboard", package: "switchboard"), .product(name: "SwitchboardTesting", package: "switchboard"),
]

/// Code as a newcomer would type it, built as a client builds it: once as it is, and once with the main actor as
/// default isolation. The second target compiles the same files, through a link.
let package = Package(
  name: "snippets",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "switchboard", path: "../..")],
  targets: [
    .executableTarget(
      name: "Snippets", dependencies: products, swiftSettings: strict),
    .executableTarget(
      name: "OnMainActor", dependencies: products,
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .executableTarget(name: "Pages", dependencies: products),
  ],
  swiftLanguageModes: [.v6]
)
