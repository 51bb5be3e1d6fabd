#if Inspector
  internal import CSwitchboardTracing

  /// The objects that have registries as parts, such as commands, by the source line that makes them. The table has at
  /// most as many entries as the program has such lines; of the objects of a line it names the newest.
  package enum AssembledObjects {
    // Sound: accessed only under the recorder's lock.
    @safe private nonisolated(unsafe) static var labels: [UInt32: UInt32] = [:]

    /// Notes that the line `site` makes objects with this label, and gives the previous label back. O(1).
    package static func add(label: UInt32, site: UInt32) {
      switchboard_trace_lock()
      let previous = labels.updateValue(label, forKey: site)
      switchboard_trace_unlock()
      if let previous { TraceLabels.giveBack(previous) }
    }

    /// The number of the label by the number of the line. O(1).
    package static var all: [UInt32: UInt32] {
      switchboard_trace_lock()
      defer { switchboard_trace_unlock() }
      return labels
    }
  }
#endif
