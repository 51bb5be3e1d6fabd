// swift-tools-version: 6.2
import PackageDescription

/// The type checker may look at 6,000 scopes for a chain of up to ten operators; today's worst chain takes 5,101. A
/// quiet machine looks at about 15 scopes in a millisecond. A limit in scopes gives the same answer on a busy machine;
/// one in milliseconds does not. Beyond the limit the compiler says that it cannot type-check in reasonable time.
let strict: [SwiftSetting] = [
  .unsafeFlags(["-warnings-as-errors", "-Xfrontend", "-solver-scope-threshold=6000"])
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
