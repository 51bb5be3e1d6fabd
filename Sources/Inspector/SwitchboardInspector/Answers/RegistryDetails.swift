#if Inspector
  internal import SwitchboardBroadcast
  internal import SwitchboardTraceFile

  /// One registry, with its subscriptions by line and owner.
  struct RegistryDetails: Encodable {
    struct Group: Encodable {
      @OrNull var line: String?
      @OrNull var owner: String?
      var count = 0
      var deliveries: UInt64 = 0
      @OrNull var deliveriesPerSecond: Double? = nil
      var waiting = 0
      var youngest = Double.infinity
      var oldest = 0.0
      var ownersGone = 0
      var isIndirect: Bool
    }

    let registry: RegistryRow
    let total: Int
    let matching: Int
    let page: Int
    let size: Int
    let rows: [Group]
    @OrNull var burst: BurstOfRegistry?

    init(_ number: UInt32, _ observation: Observation, _ burst: Burst, _ query: Query) throws(RequestError) {
      guard let tally = observation.registries.first(where: { $0.number == number }) else {
        throw RequestError(.notFound, "The registry \(number) does not exist, or not any more.")
      }
      registry = RegistryRow(tally, observation)
      let groups = Self.groups(of: number, observation)
      let part = try Part(
        of: Array(groups.enumerated()), query, Self.columns, standard: "count", identity: { UInt64($0.offset) },
        text: { [$0.element.line, $0.element.owner] })
      (total, matching, page, size) = (part.total, part.matching, part.page, part.size)
      rows = part.rows.map(\.element)
      self.burst = burst.part(of: number)
    }

    private static var columns: [String: Column<(offset: Int, element: Group)>] {
      [
        "line": .text { $0.element.line }, "owner": .text { $0.element.owner },
        "count": .number { Double($0.element.count) }, "deliveries": .number { Double($0.element.deliveries) },
        "deliveriesPerSecond": .number { $0.element.deliveriesPerSecond },
        "waiting": .number { Double($0.element.waiting) }, "youngest": .number { $0.element.youngest },
        "oldest": .number { $0.element.oldest },
      ]
    }

    private struct Key: Hashable {
      var site: UInt32
      var owner: ObjectIdentifier?
      var isIndirect: Bool
    }

    private static func groups(of registry: UInt32, _ observation: Observation) -> [Group] {
      let owners = ownersOfChains(observation)
      var groups: [Key: Group] = [:]
      for place in observation.subscriptions where place.registry == registry {
        // The place of a chain of operators has no owner of its own. The chain has.
        let chain = place.isIndirect ? owners[place.site] : nil
        let owner: (any AnyObject.Type)? = place.owner ?? chain?.type
        let key = Key(site: place.site, owner: owner.map { ObjectIdentifier($0) }, isIndirect: place.isIndirect)
        var group =
          groups[key]
          ?? Group(
            line: observation.names.site(place.site), owner: owner.map { "\($0)" }, isIndirect: place.isIndirect)
        let age = observation.age(of: place.born)
        group.count += 1
        group.deliveries += place.deliveries
        group.waiting += place.waiting
        group.youngest = min(group.youngest, age)
        group.oldest = max(group.oldest, age)
        if place.isOwnerGone { group.ownersGone += 1 }
        groups[key] = group
      }
      let ordered = groups.sorted { ($0.key.site, $0.value.count) < ($1.key.site, $1.value.count) }.map(\.value)
      return observation.rates.added(to: ordered, of: registry, at: observation.time)
    }

    /// The class of the owners of chains by line, where all chains of a line have owners of one class.
    private static func ownersOfChains(_ observation: Observation) -> [UInt32: (type: any AnyObject.Type, isOnly: Bool)]
    {
      var owners: [UInt32: (type: any AnyObject.Type, isOnly: Bool)] = [:]
      for place in observation.subscriptions where place.registry == 0 {
        guard let owner = place.owner else { continue }
        let isSame = owners[place.site].map { $0.type == owner && $0.isOnly } ?? true
        owners[place.site] = (owner, isSame)
      }
      return owners.filter { $0.value.isOnly }
    }
  }

  /// The counts of groups at the last answer about their registry. The rates come from these counts. At most eight
  /// registries are remembered.
  struct GroupRates {
    private var seen: [(registry: UInt32, time: UInt64, deliveries: [String: UInt64])] = []

    mutating func added(
      to groups: [RegistryDetails.Group], of registry: UInt32, at time: UInt64
    ) -> [RegistryDetails.Group] {
      let last = seen.first { $0.registry == registry }
      var groups = groups
      if let last, time > last.time {
        for index in groups.indices {
          guard let before = last.deliveries[Self.key(groups[index])], before <= groups[index].deliveries else {
            continue
          }
          groups[index].deliveriesPerSecond =
            Double(groups[index].deliveries - before) / (Double(time - last.time) / 1000)
        }
      }
      if last?.time == time { return groups }
      seen.removeAll { $0.registry == registry }
      if seen.count == 8 { seen.removeFirst() }
      seen.append((registry, time, Dictionary(groups.map { (Self.key($0), $0.deliveries) }, uniquingKeysWith: +)))
      return groups
    }

    private static func key(_ group: RegistryDetails.Group) -> String {
      "\(group.line ?? "") \(group.owner ?? "") \(group.isIndirect)"
    }
  }
#endif
