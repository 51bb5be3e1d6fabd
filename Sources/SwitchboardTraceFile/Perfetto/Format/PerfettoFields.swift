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
