internal import SwitchboardTracing

/// A registry that is alive, as the census found it.
public struct LiveRegistry: Hashable, Codable, Sendable {
  /// Its number, as in a trace.
  public var number: UInt32
  /// What it belongs to, such as `PublishSubject<Int, Never>`.
  public var type: String
  /// The name that the program gave it.
  public var name: String?
  /// Where it was made, as `Module/File.swift:12`. Nil: a part of a signal.
  public var madeAt: String?
  /// Live subscriptions.
  public var count: Int
  /// Subscriptions for which there is memory.
  public var capacity: Int
  /// Values kept for newcomers. Nil: a delivery is in progress.
  public var values: Int?
  /// Live subscriptions by source line.
  public var lines: [String: Int]
}

extension LiveRegistry {
  static func all() -> [LiveRegistry] {
    var found: [(CensusEntry, [UInt32: Int])] = []
    var sites: [UInt32: Int] = [:]
    LeakProbe.forEach { place in
      if !place.isDisposed { sites[place.site, default: 0] += 1 }
    } then: { entry in
      found.append((entry, sites))
      sites.removeAll()
    }
    // Names only now: looking one up takes a lock.
    return found.sorted { $0.0.registry < $1.0.registry }.map { entry, sites in
      let label = TraceNames.label(entry.label)
      return LiveRegistry(
        number: entry.registry, type: label.type, name: label.name,
        madeAt: entry.site == 0 ? nil : "\(TraceNames.site(entry.site))", count: sites.values.reduce(0, +),
        capacity: entry.capacity, values: entry.values,
        lines: Dictionary(uniqueKeysWithValues: sites.map { ("\(TraceNames.site($0))", $1) }))
    }
  }
}
