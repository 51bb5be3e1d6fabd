#if Inspector
  internal import CSwitchboardTracing
  internal import Synchronization

  /// The counts of one registry at one moment.
  package struct RegistryTally: Sendable {
    /// The registry's number, as in a trace.
    package var number: UInt32
    package var label: UInt32
    /// The number of the source line that made the registry; 0 if the registry is a part of something else.
    package var site: UInt32
    /// When the registry was made, in milliseconds.
    package var born: UInt64
    package var subscribers: Int
    package var sends: UInt64
    package var deliveries: UInt64
    package var waiting: Int
    package var mostWaiting: Int
    package var kept: Int
    package var keptLimit: Int
    /// Since when a thread delivers what other threads have queued, in milliseconds; nil if no thread does.
    package var drainsSince: UInt64?
    /// The longest time for which a thread did so, in milliseconds, and when that time ended; nil if none did.
    package var longestDrain: (milliseconds: UInt32, ended: UInt64)?
  }

  /// The counts of one subscription at one moment.
  package struct SubscriptionTally: Sendable {
    package var number: UInt64
    /// The number of the registry; 0 if the subscription is in none.
    package var registry: UInt32
    package var label: UInt32
    package var site: UInt32
    /// When the subscription was made, in milliseconds.
    package var born: UInt64
    package var deliveries: UInt64
    /// The number of events that wait for the handler or the reader.
    package var waiting: Int
    /// How often something was taken from what waits.
    package var taken: UInt32
    /// The class of the owner; nil without an owner.
    package var owner: (any AnyObject.Type)?
    package var isOwnerGone: Bool
    /// Whether the subscription belongs to a chain of operators, which was subscribed at `site`.
    package var isIndirect: Bool
  }

  /// What all registries and subscriptions of the process have counted.
  ///
  /// Reading takes no lock of a registry, and ends no thread bias. No reference is retained, so no deinit of the
  /// program runs here. Each list is read part by part, so a registry or a subscription that is made or ends meanwhile
  /// may be counted or not.
  package enum Tally {
    /// The time by which `born` and the times of drains are told, in milliseconds.
    package static var now: UInt64 { switchboard_counts_milliseconds() }

    /// Prepares the process for visitors. Called before the first visit.
    package static func begin() { switchboard_counts_watch_forks() }

    /// Replaces the content of `found` by the registries. O(registries); a thread that makes or releases a registry
    /// waits for 1/256 of the walk at most.
    package static func registries(into found: inout [RegistryTally]) {
      found.removeAll(keepingCapacity: true)
      unsafe withUnsafeMutablePointer(to: &found) { found in
        unsafe switchboard_counts_visit(
          Int32(SWITCHBOARD_COUNTS_REGISTRIES),
          { link, found in
            // Sound: the counts, and with them the link, are the first field of the registry's data, also in modules
            // with other storages. The registry stays in memory while its part of the list is locked.
            let registry = unsafe UnsafeRawPointer(link!).assumingMemoryBound(to: Probe.OfRegistry.self)
            unsafe found!.assumingMemoryBound(to: [RegistryTally].self).pointee.append(RegistryTally(registry.pointee))
          }, unsafe found)
      }
    }

    /// Replaces the content of `found` by the subscriptions that have not ended. O(subscriptions); a thread that
    /// subscribes or releases a subscription waits for 1/256 of the walk at most.
    package static func subscriptions(into found: inout [SubscriptionTally]) {
      found.removeAll(keepingCapacity: true)
      unsafe withUnsafeMutablePointer(to: &found) { found in
        unsafe switchboard_counts_visit(
          Int32(SWITCHBOARD_COUNTS_SUBSCRIPTIONS),
          { link, found in
            // Sound: as above.
            let place = unsafe UnsafeRawPointer(link!).assumingMemoryBound(to: Probe.OfSubscription.self)
            if unsafe place.pointee.hasEnded.load(ordering: .relaxed) { return }
            unsafe found!.assumingMemoryBound(to: [SubscriptionTally].self).pointee
              .append(SubscriptionTally(place.pointee))
          }, unsafe found)
      }
    }
  }

  extension RegistryTally {
    fileprivate init(_ registry: borrowing Probe.OfRegistry) {
      (number, label) = (registry.mark.registry, registry.mark.label)
      (site, born) = (registry.counts.site, registry.counts.born)
      subscribers = max(0, registry.live.load(ordering: .relaxed))
      sends = registry.counts.sends.load(ordering: .relaxed)
      deliveries = registry.counts.deliveries.load(ordering: .relaxed)
      waiting = max(0, registry.counts.waiting.load(ordering: .relaxed))
      mostWaiting = registry.counts.mostWaiting.load(ordering: .relaxed)
      kept = registry.counts.kept?.count.load(ordering: .relaxed) ?? 0
      keptLimit = registry.counts.keptLimit
      let began = registry.counts.drainBegan.load(ordering: .relaxed)
      drainsSince = began == 0 ? nil : began - 1
      let longest = registry.counts.longestDrain.load(ordering: .relaxed)
      longestDrain = longest == 0 ? nil : (longest, registry.counts.longestDrainEnded.load(ordering: .relaxed))
    }
  }

  extension SubscriptionTally {
    fileprivate init(_ place: borrowing Probe.OfSubscription) {
      (number, registry, label) = (place.id, place.mark.registry, place.mark.label)
      (site, born) = (place.counts.site, place.counts.born)
      deliveries = place.counts.deliveries.load(ordering: .relaxed)
      let queue = place.counts.queue
      waiting = max(0, place.counts.waiting.load(ordering: .relaxed) + (queue?.count.load(ordering: .relaxed) ?? 0))
      taken = place.counts.taken.load(ordering: .relaxed) &+ (queue?.taken.load(ordering: .relaxed) ?? 0)
      isIndirect = place.isIndirect
      let address = unsafe UnsafeMutableRawPointer(bitPattern: place.counts.owner.load(ordering: .acquiring))
      guard let address = unsafe address else {
        (owner, isOwnerGone) = (nil, false)
        return
      }
      // Sound: the subscription keeps the memory of its owner, whose first word is the class, also after the deinit.
      owner = unsafe unsafeBitCast(address.load(as: UnsafeRawPointer.self), to: (any AnyObject.Type).self)
      isOwnerGone = unsafe switchboard_counts_is_gone(address)
    }
  }
#endif
