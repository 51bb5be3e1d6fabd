#if Inspector
  internal import SwitchboardBroadcast

  /// The counts in the text format of Prometheus. The label names of registries stay few: kinds, not registries.
  enum Metrics {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    static func text(_ observation: Observation) -> String {
      var text = ""
      func add(_ name: String, _ help: String, _ value: (RegistryTally) -> UInt64) {
        var sums: [String: UInt64] = [:]
        for registry in observation.registries {
          sums[observation.names.label(registry.label, madeIn: registry.site).kind, default: 0] &+= value(registry)
        }
        text += "# HELP switchboard_\(name) \(help)\n# TYPE switchboard_\(name) gauge\n"
        for (kind, sum) in sums.sorted(by: { $0.key < $1.key }) {
          text += "switchboard_\(name){kind=\"\(kind)\"} \(sum)\n"
        }
      }
      func add(_ name: String, _ help: String, _ value: Int) {
        text += "# HELP switchboard_\(name) \(help)\n# TYPE switchboard_\(name) gauge\nswitchboard_\(name) \(value)\n"
      }
      add("registries", "Live registries.") { _ in 1 }
      add("subscribers", "Live subscriptions in registries.") { UInt64($0.subscribers) }
      add("sends", "Values sent so far by the live registries.") { $0.sends }
      add("deliveries", "Calls of handlers so far by the live registries.") { $0.deliveries }
      add("kept_values", "Values kept for later subscribers.") { UInt64($0.kept) }
      add("waiting", "Values and events that wait for a delivery, a handler or a reader.", observation.waiting)
      let subscriptions = observation.subscriptions.count { !$0.isIndirect }
      add("subscriptions", "Live subscriptions that the program made.", subscriptions)
      let ownerless = observation.subscriptions.count { $0.isOwnerGone }
      add("ownerless_subscriptions", "Live subscriptions whose owner is gone.", ownerless)
      return text
    }
  }
#endif
