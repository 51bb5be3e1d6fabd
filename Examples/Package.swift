// swift-tools-version: 6.1
import PackageDescription

let switchboard: Target.Dependency = .product(name: "Switchboard", package: "switchboard")

/// The examples, described in `README.md`. A separate package, because an example is a program of a client: it sees
/// only what is public.
let package = Package(
  name: "switchboard-examples",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "Tracing", description: "Builds the library with its trait of this name.")],
  dependencies: [
    .package(name: "switchboard", path: "..", traits: [.trait(name: "Tracing", condition: .when(traits: ["Tracing"]))])
  ],
  targets: [
    .executableTarget(name: "PriceTicker", dependencies: [switchboard], path: "PriceTicker"),
    .executableTarget(name: "LoginFlow", dependencies: [switchboard], path: "LoginFlow"),
    .executableTarget(name: "SignUpForm", dependencies: [switchboard], path: "SignUpForm", exclude: ["script.txt"]),
    // Two modules that share only a third module, which holds the keys.
    .target(name: "ThermostatKeys", dependencies: [switchboard], path: "Thermostat/Keys"),
    .target(name: "ThermostatSensor", dependencies: [switchboard, "ThermostatKeys"], path: "Thermostat/Sensor"),
    .target(name: "ThermostatDisplay", dependencies: [switchboard, "ThermostatKeys"], path: "Thermostat/Display"),
    .executableTarget(
      name: "Thermostat", dependencies: [switchboard, "ThermostatDisplay", "ThermostatSensor"],
      path: "Thermostat/Program"),
    // A server of three modules that share only a fourth module, which holds the events.
    .target(name: "BackOfficeEvents", dependencies: [switchboard], path: "BackOffice/Events"),
    .target(name: "BackOfficeUsers", dependencies: ["BackOfficeEvents", switchboard], path: "BackOffice/Users"),
    .target(name: "BackOfficePayments", dependencies: ["BackOfficeEvents", switchboard], path: "BackOffice/Payments"),
    .target(name: "BackOfficeAudit", dependencies: ["BackOfficeEvents", switchboard], path: "BackOffice/Audit"),
    .executableTarget(
      name: "BackOffice",
      dependencies: [
        "BackOfficeAudit", "BackOfficeEvents", "BackOfficePayments", "BackOfficeUsers", switchboard,
        .product(name: "SwitchboardFoundation", package: "switchboard"),
      ], path: "BackOffice/Program"),
    // The tests run the examples as child processes.
    .testTarget(
      name: "ExamplesTests", dependencies: ["BackOffice", "LoginFlow", "PriceTicker", "SignUpForm", "Thermostat"],
      path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
