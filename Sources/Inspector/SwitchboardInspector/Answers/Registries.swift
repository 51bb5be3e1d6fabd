#if Inspector
  internal import SwitchboardBroadcast
  internal import SwitchboardTraceFile

  /// A registry as the page shows it.
  struct RegistryRow: Encodable {
    let number: UInt32
    @OrNull var name: String?
    let type: String
    @OrNull var line: String?
    let kind: String
    let subscribers: Int
    let sends: UInt64
    @OrNull var sendsPerSecond: Double?
    let deliveries: UInt64
    @OrNull var deliveriesPerSecond: Double?
    let waiting: Int
    let mostWaiting: Int
    let kept: Int
    let keptLimit: Int
    let age: Double
    let spark: [Float]

    init(_ registry: RegistryTally, _ observation: Observation) {
      let label = observation.names.label(registry.label, madeIn: registry.site)
      let history = observation.histories[registry.number]
      number = registry.number
      (name, type, kind) = (label.name, label.type, label.kind)
      line = observation.names.site(registry.site)
      (subscribers, sends, deliveries) = (registry.subscribers, registry.sends, registry.deliveries)
      (sendsPerSecond, deliveriesPerSecond) = (history?.sendsPerSecond, history?.deliveriesPerSecond)
      (waiting, mostWaiting) = (observation.waiting(registry), registry.mostWaiting)
      (kept, keptLimit) = (registry.kept, registry.keptLimit)
      age = observation.age(of: registry.born)
      spark = history?.spark ?? []
    }
  }

  extension Observation {
    /// The seconds since a time in milliseconds.
    func age(of born: UInt64) -> Double { Double(time > born ? time - born : 0) / 1000 }
  }

  /// Some of the registries.
  struct RegistryPage: Encodable {
    let at: Double
    let total: Int
    let matching: Int
    let page: Int
    let size: Int
    let rows: [RegistryRow]

    init(_ observation: Observation, _ query: Query) throws(RequestError) {
      let part = try Part(
        of: observation.registries, query, Self.columns(observation), standard: "sends",
        identity: { UInt64($0.number) },
        text: { registry in
          let label = observation.names.label(registry.label, madeIn: registry.site)
          return [label.name, label.type, label.kind, observation.names.site(registry.site)]
        })
      at = observation.seconds
      (total, matching, page, size) = (part.total, part.matching, part.page, part.size)
      rows = part.rows.map { RegistryRow($0, observation) }
    }

    private static func columns(_ observation: Observation) -> [String: Column<RegistryTally>] {
      func label(_ registry: RegistryTally) -> Names.Label {
        observation.names.label(registry.label, madeIn: registry.site)
      }
      return [
        "name": .text { label($0).name },
        "type": .text { label($0).type },
        "kind": .text { label($0).kind },
        "line": .text { observation.names.site($0.site) },
        "subscribers": .number { Double($0.subscribers) },
        "sends": .number { Double($0.sends) },
        "deliveries": .number { Double($0.deliveries) },
        "sendsPerSecond": .number { observation.histories[$0.number]?.sendsPerSecond },
        "deliveriesPerSecond": .number { observation.histories[$0.number]?.deliveriesPerSecond },
        "waiting": .number { Double(observation.waiting($0)) },
        "kept": .number { Double($0.kept) },
        "age": .number { observation.age(of: $0.born) },
      ]
    }
  }
#endif
