#if Inspector
  internal import Foundation
  internal import SwitchboardTraceFile

  /// The program as a whole.
  struct Overview: Encodable {
    let program: String
    let process: Int32
    let at: Double
    let registries: Int
    let subscriptions: Int
    let sends: UInt64
    let deliveries: UInt64
    @OrNull var sendsPerSecond: Double?
    @OrNull var deliveriesPerSecond: Double?
    let waiting: Int
    let kept: Int
    let warnings: Int
    let showsValues: Bool
    let recording: Bool
    let notCounted: [String]

    init(_ observation: Observation, _ burst: Burst) {
      program = Self.program
      process = ProcessInfo.processInfo.processIdentifier
      at = observation.seconds
      registries = observation.registries.count
      subscriptions = observation.subscriptions.count { !$0.isIndirect }
      sends = observation.registries.reduce(0) { $0 &+ $1.sends }
      deliveries = observation.registries.reduce(0) { $0 &+ $1.deliveries }
      let rates = observation.histories.values
      let isKnown = rates.contains { $0.sendsPerSecond != nil }
      sendsPerSecond = isKnown ? rates.reduce(0) { $0 + ($1.sendsPerSecond ?? 0) } : nil
      deliveriesPerSecond = isKnown ? rates.reduce(0) { $0 + ($1.deliveriesPerSecond ?? 0) } : nil
      waiting = observation.waiting
      kept = observation.registries.reduce(0) { $0 + $1.kept }
      warnings = WarningList(observation, burst).warnings.count
      showsValues = observation.names.showsValues
      recording = burst.isRecording
      notCounted = observation.notCounted + burst.notCounted
    }

    /// The name of the program's file.
    static var program: String {
      (CommandLine.arguments.first ?? "").split(separator: "/").last.map(String.init) ?? ""
    }
  }

  extension Observation {
    /// The number of values and events that wait anywhere.
    var waiting: Int {
      registries.reduce(0) { $0 + $1.waiting } + subscriptions.reduce(0) { $0 + $1.waiting }
    }
  }
#endif
