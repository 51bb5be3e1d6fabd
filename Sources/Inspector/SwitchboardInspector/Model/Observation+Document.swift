#if Inspector
  internal import Foundation
  internal import SwitchboardBroadcast
  internal import SwitchboardTraceFile

  extension Observation {
    private struct Key: Hashable {
      var site: UInt32
      var label: UInt32
      var owner: ObjectIdentifier?
    }

    /// All counts of the last look, as a document. O(registries + subscriptions).
    var document: CensusDocument {
      CensusDocument(
        program: Overview.program, process: ProcessInfo.processInfo.processIdentifier, at: seconds,
        takenAt: Date().formatted(.iso8601), registries: registries.map(row), subscriptions: subscriptionsByLine,
        notCounted: notCounted)
    }

    private func row(_ registry: RegistryTally) -> CensusDocument.Registry {
      let label = names.label(registry.label, madeIn: registry.site)
      return CensusDocument.Registry(
        number: UInt64(registry.number), name: label.name, type: label.type, line: names.site(registry.site),
        kind: label.kind, subscribers: UInt64(registry.subscribers), sends: registry.sends,
        deliveries: registry.deliveries, waiting: UInt64(waiting(registry)),
        mostWaiting: UInt64(max(registry.mostWaiting, waiting(registry))), kept: UInt64(registry.kept),
        keptLimit: UInt64(registry.keptLimit), age: age(of: registry.born))
    }

    private var subscriptionsByLine: [CensusDocument.Subscriptions] {
      var found: [Key: CensusDocument.Subscriptions] = [:]
      for place in subscriptions where !place.isIndirect {
        let key = Key(site: place.site, label: place.label, owner: place.owner.map { ObjectIdentifier($0) })
        let age = age(of: place.born)
        var row =
          found[key]
          ?? CensusDocument.Subscriptions(
            line: names.site(place.site) ?? "?", label: names.description(place.label) ?? "",
            owner: place.owner.map { "\($0)" }, count: 0, deliveries: 0, waiting: 0, oldest: age, youngest: age,
            ownersGone: 0)
        row.count += 1
        row.deliveries += place.deliveries
        row.waiting += UInt64(place.waiting)
        row.oldest = max(row.oldest, age)
        row.youngest = min(row.youngest, age)
        row.ownersGone += place.isOwnerGone ? 1 : 0
        found[key] = row
      }
      return found.values.sorted { ($0.line, $0.label, $0.owner ?? "") < ($1.line, $1.label, $1.owner ?? "") }
    }
  }
#endif
