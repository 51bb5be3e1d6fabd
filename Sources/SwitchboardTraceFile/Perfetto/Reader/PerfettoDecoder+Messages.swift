extension PerfettoDecoder {
  /// The parts of a packet.
  struct Packet {
    var timestamp: UInt64 = 0
    var sequence: UInt64 = 0
    var clearsState = false
    var event: UnsafeBufferPointer<UInt8>?
    var interned: UnsafeBufferPointer<UInt8>?
    var track: UnsafeBufferPointer<UInt8>?

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = FieldReader(bytes)
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Packet.timestamp: timestamp = fields.value
        case PerfettoField.Packet.sequence: sequence = try UInt64(fields.narrowValue)
        case PerfettoField.Packet.trackEvent: event = fields.content
        case PerfettoField.Packet.internedData: interned = fields.content
        case PerfettoField.Packet.sequenceFlags: clearsState = fields.value & PerfettoFormat.stateCleared != 0
        case PerfettoField.Packet.trackDescriptor: track = fields.content
        default: break
        }
      }
    }
  }

  /// The parts of a track event.
  struct Event {
    var type: UInt64 = 0
    var name: UInt64 = 0
    var subscription: UInt64 = 0
    var registry: UInt32?
    var count: UInt64 = 0
    var flow: UInt64?
    var terminatingFlow: UInt64?

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = FieldReader(bytes)
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Event.type: type = fields.value
        case PerfettoField.Event.name: name = fields.value
        case PerfettoField.Event.annotations: try annotate(fields.content)
        case PerfettoField.Event.flows: flow = fields.value
        case PerfettoField.Event.terminatingFlows: terminatingFlow = fields.value
        default: break
        }
      }
    }

    @inline(__always)
    private mutating func annotate(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = FieldReader(bytes)
      var name: UInt64 = 0
      var value: UInt64 = 0
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Annotation.name: name = fields.value
        case PerfettoField.Annotation.unsigned: value = fields.value
        default: break
        }
      }
      switch name {
      case UInt64(PerfettoAnnotation.subscription): subscription = value
      case UInt64(PerfettoAnnotation.registry):
        guard let narrow = UInt32(exactly: value) else { throw Damage("a registry's number is out of range") }
        registry = narrow
      case UInt64(PerfettoAnnotation.count): count = value
      default: break
      }
    }
  }
}
