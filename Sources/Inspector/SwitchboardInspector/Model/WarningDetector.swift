#if Inspector
  internal import SwitchboardBroadcast

  /// Looks for what should not be, from look to look. Lives on the inspector's thread.
  final class WarningDetector {
    /// A number that has only grown since the run began.
    private struct Run {
      var began: UInt64
      var first: Int
      var last: Int
      var rises = 0
      var looks = 0

      /// Notes the number of the next look. A number that falls begins a new run.
      mutating func note(_ count: Int, at time: UInt64) {
        if count < last { self = Run(began: time, first: count, last: count) }
        if count > last { rises += 1 }
        last = count
        looks += 1
      }

      /// Growth is steady if the number rose at half of at least eight looks, and was never lower than before.
      var isSteady: Bool { looks >= 8 && 2 * rises >= looks && last - first >= 8 }
    }

    /// A reader or handler for which something waits, and that takes nothing.
    private struct Unread {
      var began: UInt64
      var taken: UInt32
      var waiting: Int
    }

    private var lines: [UInt32: Run] = [:]
    private var queues: [UInt32: Run] = [:]
    private var unread: [UInt64: Unread] = [:]
    /// The subscriptions whose owners were gone at the last look, and since when.
    private var ownerless: [UInt64: UInt64] = [:]
    private(set) var findings = Findings()
    private(set) var looks = 0

    /// What the last look found.
    struct Findings {
      struct Growth {
        var number: UInt32
        var from: Int
        var to: Int
        var since: UInt64
      }
      struct Owner: Hashable {
        var site: UInt32
        var type: ObjectIdentifier
        var name: String
      }

      /// The lines whose subscriptions grow steadily.
      var lines: [Growth] = []
      /// The registries whose queues grow steadily.
      var queues: [Growth] = []
      /// The number of subscriptions without the owner that they had, and the earliest time at which that was seen.
      var ownerless: [Owner: (count: Int, since: UInt64)] = [:]
      /// The subscriptions for which something waits and is not taken.
      var unread: [(place: SubscriptionTally, since: UInt64)] = []
      /// The registries in which a thread delivers, or delivered within the last minute, what others had queued.
      var drains: [(registry: RegistryTally, milliseconds: UInt64, ended: UInt64?)] = []
    }

    /// Begins anew, because the last look was too long ago.
    func forget() {
      (lines, queues, unread, ownerless, looks) = ([:], [:], [:], [:], 0)
    }

    /// O(registries + subscriptions).
    func look(_ registries: [RegistryTally], _ subscriptions: [SubscriptionTally], at time: UInt64) {
      looks += 1
      findings = Findings()
      findLines(subscriptions, time)
      findQueues(registries, time)
      findOwnerless(subscriptions, time)
      findUnread(subscriptions, time)
      findDrains(registries, time)
    }

    private func findLines(_ subscriptions: [SubscriptionTally], _ time: UInt64) {
      // The numbers of lines are small, so an array counts faster than a dictionary.
      var counts = [Int](repeating: 0, count: Int(subscriptions.lazy.map(\.site).max() ?? 0) + 1)
      for place in subscriptions where !place.isIndirect { counts[Int(place.site)] += 1 }
      var next: [UInt32: Run] = [:]
      for (site, count) in counts.enumerated() where count > 0 && site > 0 {
        var run = lines[UInt32(site)] ?? Run(began: time, first: count, last: count)
        run.note(count, at: time)
        next[UInt32(site)] = run
        if run.isSteady {
          findings.lines.append(.init(number: UInt32(site), from: run.first, to: run.last, since: run.began))
        }
      }
      lines = next
    }

    private func findQueues(_ registries: [RegistryTally], _ time: UInt64) {
      var next: [UInt32: Run] = [:]
      for registry in registries where registry.waiting > 0 {
        var run = queues[registry.number] ?? Run(began: time, first: 0, last: 0)
        run.note(registry.waiting, at: time)
        next[registry.number] = run
        if run.isSteady {
          findings.queues.append(.init(number: registry.number, from: run.first, to: run.last, since: run.began))
        }
      }
      queues = next
    }

    private func findOwnerless(_ subscriptions: [SubscriptionTally], _ time: UInt64) {
      var next: [UInt64: UInt64] = [:]
      for place in subscriptions where place.isOwnerGone {
        let since = ownerless[place.number]
        next[place.number] = since ?? time
        // A subscription that ends in the deinit of its owner is not found twice.
        guard let since, let type = place.owner else { continue }
        let owner = Findings.Owner(site: place.site, type: ObjectIdentifier(type), name: "\(type)")
        let known = findings.ownerless[owner] ?? (0, since)
        findings.ownerless[owner] = (known.count + 1, min(known.since, since))
      }
      ownerless = next
    }

    private func findUnread(_ subscriptions: [SubscriptionTally], _ time: UInt64) {
      var next: [UInt64: Unread] = [:]
      for place in subscriptions where place.waiting > 0 {
        var known = unread[place.number] ?? Unread(began: time, taken: place.taken, waiting: place.waiting)
        if known.taken != place.taken { known = Unread(began: time, taken: place.taken, waiting: place.waiting) }
        next[place.number] = known
        if time - known.began >= 5000 { findings.unread.append((place, known.began)) }
      }
      unread = next
    }

    private func findDrains(_ registries: [RegistryTally], _ time: UInt64) {
      for registry in registries {
        if let since = registry.drainsSince, time > since, time - since > 100 {
          findings.drains.append((registry, time - since, nil))
        } else if let longest = registry.longestDrain, longest.milliseconds > 100,
          time < longest.ended + 60_000
        {
          findings.drains.append((registry, UInt64(longest.milliseconds), longest.ended))
        }
      }
    }
  }
#endif
