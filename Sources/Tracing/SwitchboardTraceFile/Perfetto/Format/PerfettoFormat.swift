/// The parts of a Perfetto trace of Switchboard. The format is a documented subset of Perfetto's own format, so that
/// Perfetto's viewer and SQL work. A trace contains enough to restore every ``TraceRecord``.
///
/// - The first packet describes the process. Its labels hold ``marker``, ``noClock`` if times only give the order, and
///   ``endMark`` if a whole trace has an end mark.
/// - Sequence 1 is the dictionary, in interned data that no event refers to. Thread, site and label numbers are the
///   numbers of ``TraceSymbols``, in ascending order without gaps. An event category in the dictionary is an
///   ``EventName``.
/// - Each thread has its own sequence, whose number is the thread's number + 1 and whose times are differences.
///   `name_iid` is the number of an event name in the dictionary. The sequence interns other data only for Perfetto.
/// - Activities and deliveries are slices; all else are instants. A slice without a category is a delivery. Only the
///   first delivery with a name has a source location, since the name tells the line.
/// - The number of subscriptions of a registry is a counter. All counters are under one track. An observer's registry
///   has no counter.
/// - A loss clears a sequence's state and closes its slices.
/// - The last packet is the end mark: in the dictionary, the name ``endMark`` of an annotation.
enum PerfettoFormat {
  static let markerStem = "switchboard.trace/"
  static let version = "1"
  static let marker = markerStem + version
  static let noClock = "no clock"
  static let endMark = "end mark"

  static let dictionarySequence: UInt64 = 1

  static func sequence(ofThread number: UInt32) -> UInt64 { UInt64(number) + 1 }

  /// Returns the track of a process. The tracks of different processes are distinct, so that traces can be concatenated
  /// for the viewer.
  static func processTrack(_ processID: Int32) -> UInt64 { UInt64(UInt32(bitPattern: processID)) << 34 | 1 }

  static func threadTrack(_ processID: Int32, number: UInt32) -> UInt64 {
    UInt64(UInt32(bitPattern: processID)) << 34 | 1 << 32 | UInt64(number)
  }

  static func counterTrack(_ processID: Int32, registry: UInt32) -> UInt64 {
    UInt64(UInt32(bitPattern: processID)) << 34 | 2 << 32 | UInt64(registry)
  }

  /// Returns the track above the counter tracks.
  static func counterGroup(_ processID: Int32) -> UInt64 { UInt64(UInt32(bitPattern: processID)) << 34 | 3 << 32 }

  static let monotonicClock: UInt64 = 3
  /// The first clock id that is local to a sequence.
  static let incrementalClock: UInt64 = 64

  /// The flag `SEQ_INCREMENTAL_STATE_CLEARED`.
  static let stateCleared: UInt64 = 1
}

/// The values of `TrackEvent.type`.
enum PerfettoEventType {
  static let sliceBegin: UInt8 = 1
  static let sliceEnd: UInt8 = 2
  static let instant: UInt8 = 3
  static let counter: UInt8 = 4
}

/// The annotations of events, by their interned numbers in every sequence.
enum PerfettoAnnotation {
  static let subscription: UInt8 = 1
  static let registry: UInt8 = 2
  static let count: UInt8 = 3

  static let names: [(number: UInt8, name: String)] = [
    (subscription, "subscription"), (registry, "registry"), (count, "count"),
  ]
}

/// The field numbers of Perfetto's messages that a trace of Switchboard contains.
enum PerfettoField {
  enum Trace {
    static let packet: UInt32 = 1
  }

  enum Packet {
    static let clockSnapshot: UInt32 = 6
    static let timestamp: UInt32 = 8
    static let sequence: UInt32 = 10
    static let trackEvent: UInt32 = 11
    static let internedData: UInt32 = 12
    static let sequenceFlags: UInt32 = 13
    static let previousPacketDropped: UInt32 = 42
    static let timestampClock: UInt32 = 58
    static let defaults: UInt32 = 59
    static let trackDescriptor: UInt32 = 60
    static let firstOnSequence: UInt32 = 87
  }

  enum Defaults {
    static let trackEvent: UInt32 = 11
    static let timestampClock: UInt32 = 58
  }

  enum ClockSnapshot {
    static let clocks: UInt32 = 1
    static let primary: UInt32 = 2
    static let clockID: UInt32 = 1
    static let timestamp: UInt32 = 2
    static let isIncremental: UInt32 = 3
  }

  enum Track {
    static let uuid: UInt32 = 1
    static let name: UInt32 = 2
    static let process: UInt32 = 3
    static let thread: UInt32 = 4
    static let parent: UInt32 = 5
    static let counter: UInt32 = 8
  }

  enum Process {
    static let pid: UInt32 = 1
    static let commandLine: UInt32 = 2
    static let name: UInt32 = 6
    static let labels: UInt32 = 8
  }

  enum Thread {
    static let pid: UInt32 = 1
    static let tid: UInt32 = 2
    static let name: UInt32 = 5
  }

  enum Event {
    static let categories: UInt32 = 3
    static let annotations: UInt32 = 4
    static let type: UInt32 = 9
    static let name: UInt32 = 10
    static let track: UInt32 = 11
    static let counterValue: UInt32 = 30
    static let location: UInt32 = 34
    static let flows: UInt32 = 47
    static let terminatingFlows: UInt32 = 48
  }

  enum Annotation {
    static let name: UInt32 = 1
    static let unsigned: UInt32 = 3
  }

  enum Interned {
    static let categories: UInt32 = 1
    static let names: UInt32 = 2
    static let annotationNames: UInt32 = 3
    static let locations: UInt32 = 4
    static let strings: UInt32 = 29
    /// The fields of an entry of any table.
    static let number: UInt32 = 1
    static let text: UInt32 = 2
    static let line: UInt32 = 4
  }
}
