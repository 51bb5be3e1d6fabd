#if Inspector
  internal import CSwitchboardTracing

  /// The labels whose names are values of the program, such as the subtype of an event. The table has at most as many
  /// entries as the program has labels.
  package enum NamesOfValues {
    // Sound: accessed only under the recorder's lock.
    @safe nonisolated(unsafe) static var numbers: Set<UInt32> = []

    /// The numbers of the labels. O(labels).
    package static var all: Set<UInt32> {
      switchboard_trace_lock()
      defer { switchboard_trace_unlock() }
      return numbers
    }
  }

  /// The objects that have registries as parts, such as commands, by the source line that makes them. The table has at
  /// most as many entries as the program has such lines.
  package enum AssembledObjects {
    // Sound: accessed only under the recorder's lock.
    @safe private nonisolated(unsafe) static var labels: [UInt32: UInt32] = [:]

    /// Notes that the line `site` makes objects with this label. O(1).
    package static func add(label: UInt32, site: UInt32) {
      switchboard_trace_lock()
      labels[site] = label
      switchboard_trace_unlock()
    }

    /// The number of the label by the number of the line. O(1).
    package static var all: [UInt32: UInt32] {
      switchboard_trace_lock()
      defer { switchboard_trace_unlock() }
      return labels
    }
  }
#endif
