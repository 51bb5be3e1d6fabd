internal import SwitchboardSignals
internal import SwitchboardTracing

#if Tracing
  internal import SwitchboardBroadcast
#endif

/// A live registry, as the census found it.
public struct LiveRegistry: Hashable, Codable, Sendable {
  /// The registry's number, as in a trace.
  public let number: UInt32
  /// The type of the object to which the registry belongs, such as `PublishSubject<Int, Never>`.
  public let type: String
  /// The name that the program gave the registry.
  public let name: String?
  /// The line that made the registry, as `Module/File.swift:12`. Nil if the registry is a part of a signal.
  public let madeAt: String?
  /// The number of live subscriptions.
  public let count: Int
  /// The number of subscriptions for which there is memory.
  public let capacity: Int
  /// The number of values kept for later subscribers. Nil while a delivery is in progress.
  public let values: Int?
  /// The number of live subscriptions by source line.
  public let lines: [String: Int]
}

extension LiveRegistry {
  static func all() -> [LiveRegistry] {
    LeakProbe.registries.sorted { $0.registry < $1.registry }.map { entry in
      var sites: [UInt32: Int] = [:]
      for place in entry.places where !place.isDisposed { sites[place.site, default: 0] += 1 }
      let label = TraceNames.label(entry.label)
      return LiveRegistry(
        number: entry.registry, type: label.type, name: label.name,
        madeAt: entry.site == 0 ? nil : "\(TraceNames.site(entry.site))", count: sites.values.reduce(0, +),
        capacity: entry.capacity, values: entry.values,
        lines: Dictionary(uniqueKeysWithValues: sites.map { ("\(TraceNames.site($0))", $1) }))
    }
  }
}

/// The functions of the runtime's probes that a leak check needs. Without the trait `Tracing` there are no probes.
enum LeakProbe {
  #if Tracing
    static var isAvailable: Bool { true }
    static var registries: [CensusEntry] { LiveRegistries.all }
    static func keepers(countingFor scope: CensusScope?) -> [ValueKeepers.Kept] {
      ValueKeepers.all(countingFor: scope?.number ?? 0)
    }
  #else
    static var isAvailable: Bool { false }
    static var registries: [CensusEntry] { [] }
    static func keepers(countingFor _: CensusScope?) -> [ValueKeepers.Kept] { [] }
  #endif

  /// Ends the subscriptions of deallocated owners that only a sweep can find. Boards and buses sweep when they count.
  static func sweep() {
    SweptChains.shared.sweep()
    _ = keepers(countingFor: nil)
  }
}
