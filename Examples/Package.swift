// swift-tools-version: 6.1
import PackageDescription

let switchboard: Target.Dependency = .product(name: "Switchboard", package: "switchboard")
let foundation: Target.Dependency = .product(name: "SwitchboardFoundation", package: "switchboard")
let link: Target.Dependency = .product(name: "SwitchboardLink", package: "switchboard")

/// The examples, described in `README.md`. A separate package, because an example is a program of a client: it sees
/// only what is public.
let package = Package(
  name: "switchboard-examples",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "Tracing", description: "Builds the library with its trait of this name."),
    .trait(
      name: "Inspector", description: "Builds the library with its trait of this name, and Tracing on.",
      enabledTraits: ["Tracing"]),
    .trait(name: "NATS", description: "Builds the library with its trait of this name, which needs libnats."),
  ],
  dependencies: [
    .package(
      name: "switchboard", path: "..",
      traits: [
        .trait(name: "Tracing", condition: .when(traits: ["Tracing"])),
        .trait(name: "Inspector", condition: .when(traits: ["Inspector"])),
        .trait(name: "NATS", condition: .when(traits: ["NATS"])),
      ])
  ],
  targets: [
    .executableTarget(name: "Greetings", dependencies: [switchboard], path: "Greetings"),
    // The pages "Getting started" explain these two.
    .target(name: "Search", dependencies: [switchboard], path: "GettingStarted/Search"),
    .executableTarget(name: "GettingStarted", dependencies: ["Search", switchboard], path: "GettingStarted/Program"),
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
        foundation,
      ], path: "BackOffice/Program"),
    .executableTarget(name: "Dashboard", dependencies: [switchboard, foundation], path: "Dashboard"),
    .executableTarget(
      name: "LeakHunt", dependencies: [switchboard, .product(name: "SwitchboardLeaks", package: "switchboard")],
      path: "LeakHunt"),
    // Lines of text over Unix sockets, for the two examples below. `Orders` uses only what prints a line.
    .target(name: "LocalSockets", dependencies: [switchboard], path: "LocalSockets"),
    .executableTarget(name: "Chat", dependencies: [switchboard, foundation, "LocalSockets"], path: "Chat"),
    .executableTarget(name: "SensorHub", dependencies: [switchboard, foundation, "LocalSockets"], path: "SensorHub"),
    // Two programs that share only a module with the events, over an engine that the program chooses.
    .target(name: "OrdersEvents", dependencies: [switchboard, link, "LocalSockets"], path: "Orders/Events"),
    .target(
      name: "OrdersShop", dependencies: ["OrdersEvents", switchboard, link, "LocalSockets"], path: "Orders/Shop"),
    .target(
      name: "OrdersWorker", dependencies: ["OrdersEvents", switchboard, link, "LocalSockets"], path: "Orders/Worker"),
    .executableTarget(
      name: "Orders",
      dependencies: [
        "LocalSockets", "OrdersEvents", "OrdersShop", "OrdersWorker", switchboard, foundation, link,
        .product(name: "SwitchboardNATS", package: "switchboard", condition: .when(traits: ["NATS"])),
      ], path: "Orders/Program"),
    // The programs and the tables of the pages `Switchboard.docc/From….md`.
    .executableTarget(name: "FromRxSwift", dependencies: [switchboard], path: "ComingFrom/RxSwift"),
    .executableTarget(name: "FromCombine", dependencies: [switchboard], path: "ComingFrom/Combine"),
    .executableTarget(name: "FromReactiveSwift", dependencies: [switchboard], path: "ComingFrom/ReactiveSwift"),
    .executableTarget(
      name: "FromNotificationCenter", dependencies: [switchboard], path: "ComingFrom/NotificationCenter"),
    .executableTarget(name: "Notifications", path: "ComingFrom/Notifications"),
    .target(name: "Calls", dependencies: [switchboard, foundation], path: "ComingFrom/Calls"),
    // The tests run the examples as child processes.
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "BackOffice", "Calls", "Chat", "Dashboard", "FromCombine", "FromNotificationCenter", "FromReactiveSwift",
        "FromRxSwift", "GettingStarted", "Greetings", "LeakHunt", "LocalSockets", "LoginFlow", "Notifications",
        "Orders", "PriceTicker", "Search", "SensorHub", "SignUpForm", "Thermostat", switchboard,
        .product(name: "SwitchboardTesting", package: "switchboard"),
      ], path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
