/// What a Perfetto trace of Switchboard consists of: a documented subset of Perfetto's own format, so that its viewer and
/// its SQL work, with enough in it to give every ``TraceRecord`` back.
///
/// - The first packet describes the process. Its labels hold ``marker``; ``noClock`` too, where time is only order.
/// - Sequence 1 is the dictionary, in interned data that no event refers to: thread, site and label numbers are those of
///   ``TraceSymbols``, in ascending order without gaps. An event category there is an ``EventName``.
/// - Each thread has a sequence of its own, number + 1, whose times are differences. `name_iid` is the number of an event
///   name in the dictionary; what else the sequence interns is for Perfetto.
/// - Activities and deliveries are slices, all else are instants. A slice without category is a delivery; only the first
///   of its name has a source location, since the name tells the line.
/// - How many subscriptions a registry has is a counter, under one track for all of them; an observer's has none.
/// - A loss clears a sequence's state and closes its slices.
enum PerfettoFormat {
  static let markerStem = "switchboard.trace/"
  static let version = "1"
  static let marker = markerStem + version
  static let noClock = "no clock"

  static let dictionarySequence: UInt64 = 1

  static func sequence(ofThread number: UInt32) -> UInt64 { UInt64(number) + 1 }

  /// Tracks of one process, distinct from those of others, so that traces can be concatenated for the viewer.
  static func processTrack(_ processID: Int32) -> UInt64 { UInt64(UInt32(bitPattern: processID)) << 34 | 1 }

  static func threadTrack(_ processID: Int32, number: UInt32) -> UInt64 {
    UInt64(UInt32(bitPattern: processID)) << 34 | 1 << 32 | UInt64(number)
  }

  static func counterTrack(_ processID: Int32, registry: UInt32) -> UInt64 {
    UInt64(UInt32(bitPattern: processID)) << 34 | 2 << 32 | UInt64(registry)
  }

  /// Above the counter tracks.
  static func counterGroup(_ processID: Int32) -> UInt64 { UInt64(UInt32(bitPattern: processID)) << 34 | 3 << 32 }

  static let monotonicClock: UInt64 = 3
  /// The first of the ids that belong to a sequence.
  static let incrementalClock: UInt64 = 64

  /// `SEQ_INCREMENTAL_STATE_CLEARED`.
  static let stateCleared: UInt64 = 1
}

/// What `TrackEvent.type` says.
enum PerfettoEventType {
  static let sliceBegin: UInt8 = 1
  static let sliceEnd: UInt8 = 2
  static let instant: UInt8 = 3
  static let counter: UInt8 = 4
}

/// The names of what events are annotated with, by their interned numbers in every sequence.
enum PerfettoAnnotation {
  static let subscription: UInt8 = 1
  static let registry: UInt8 = 2
  static let count: UInt8 = 3

  static let names: [(number: UInt8, name: String)] = [
    (subscription, "subscription"), (registry, "registry"), (count, "count"),
  ]
}
