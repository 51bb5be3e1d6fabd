#if Inspector
  internal import Foundation
  internal import SwitchboardBroadcast
  internal import SwitchboardTraceFile

  /// What the inspector has seen of the program: the counts of the last look, and what changed since the looks before.
  /// Lives on the inspector's thread.
  ///
  /// A request makes a new look if the last look is older than half a second. So an inspector without requests does
  /// nothing.
  final class Observation {
    /// What the inspector remembers of a registry.
    struct History {
      var sends: UInt64
      var deliveries: UInt64
      var sendsPerSecond: Double?
      var deliveriesPerSecond: Double?
      /// The rates of sends at the last looks, oldest first.
      var spark: [Float] = []
    }

    let names: Names
    private(set) var registries: [RegistryTally] = []
    private(set) var subscriptions: [SubscriptionTally] = []
    /// By the number of the registry.
    private(set) var histories: [UInt32: History] = [:]
    /// The number of events that wait for handlers and readers, by the number of their registry.
    private(set) var waitingOutside: [UInt32: Int] = [:]
    let detector = WarningDetector()
    var rates = GroupRates()
    /// When the last look was made, in milliseconds.
    private(set) var time: UInt64 = 0
    private var hasLooked = false
    private var longestLook: UInt64 = 0

    private static let longestSpark = 30
    /// After a gap of so many milliseconds, rates and growth begin anew.
    private static let longestGap: UInt64 = 5000

    init(showsValues: Bool) {
      names = Names(showsValues: showsValues)
      Tally.begin()
    }

    /// The time of the last look in seconds.
    var seconds: Double { Double(time) / 1000 }

    /// Looks again if the last look is older than `milliseconds`. O(registries + subscriptions).
    func refresh(atMost milliseconds: UInt64 = 500) {
      let now = Tally.now
      if hasLooked, milliseconds > 0, now - time < milliseconds { return }
      let elapsed = now - time
      let isContinued = hasLooked && elapsed <= Self.longestGap
      Tally.registries(into: &registries)
      Tally.subscriptions(into: &subscriptions)
      names.refresh()
      noteHistories(elapsed: isContinued ? Double(elapsed) / 1000 : nil)
      waitingOutside.removeAll(keepingCapacity: true)
      for place in subscriptions where place.waiting > 0 && place.registry != 0 {
        waitingOutside[place.registry, default: 0] += place.waiting
      }
      if !isContinued { detector.forget() }
      detector.look(registries, subscriptions, at: now)
      (time, hasLooked) = (now, true)
      longestLook = max(longestLook, Tally.now - now)
    }

    private func noteHistories(elapsed: Double?) {
      var next: [UInt32: History] = [:]
      next.reserveCapacity(registries.count)
      for registry in registries {
        var history = History(sends: registry.sends, deliveries: registry.deliveries)
        if let elapsed, elapsed > 0, let last = histories.removeValue(forKey: registry.number) {
          history.spark = last.spark
          let rate = Double(registry.sends &- last.sends) / elapsed
          history.sendsPerSecond = rate
          history.deliveriesPerSecond = Double(registry.deliveries &- last.deliveries) / elapsed
          if history.spark.count == Self.longestSpark { history.spark.removeFirst() }
          history.spark.append(Float(rate))
        }
        next[registry.number] = history
      }
      histories = next
    }

    /// The number of values and events that wait in a registry's queue, and for the handlers of its subscriptions.
    func waiting(_ registry: RegistryTally) -> Int { registry.waiting + (waitingOutside[registry.number] ?? 0) }

    /// What was dropped or not counted, in sentences.
    var notCounted: [String] {
      var sentences: [String] = []
      if longestLook > 1000 {
        sentences.append(
          "A look at all counts took \(longestLook) ms, so figures of one moment may differ by what happened meanwhile."
        )
      }
      if registries.contains(where: { $0.label == 0 }) {
        let count = registries.count { $0.label == 0 }
        sentences.append("\(count) registries have no label, so they are counted but not named.")
      }
      return sentences
    }
  }
#endif
