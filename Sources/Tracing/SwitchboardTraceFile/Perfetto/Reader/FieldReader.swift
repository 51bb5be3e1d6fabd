/// The reason why the bytes of a packet are invalid.
struct Damage: Error {
  let cause: String

  init(_ cause: String) { self.cause = cause }
}

/// A reader of the fields of a protobuf message, one after another. The bytes may be anything.
@safe struct FieldReader {
  // Sound: every step is checked against `end`. The caller keeps the bytes as long as the reader.
  private var position: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  private(set) var field: UInt32 = 0
  /// The number in the current field, if the field is a number.
  private(set) var value: UInt64 = 0
  /// The content of the current field, if the field is a message or text; otherwise empty.
  private(set) var content: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // All buffers given to this initializer have an address, even if they are empty.
    unsafe position = bytes.baseAddress!
    unsafe end = unsafe position + bytes.count
    unsafe content = unsafe UnsafeBufferPointer(start: position, count: 0)
  }

  /// Reads the next field. Returns false at the end.
  @inline(__always)
  mutating func next() throws(Damage) -> Bool {
    guard unsafe position < end else { return false }
    let tag = try varint()
    field = UInt32(truncatingIfNeeded: tag >> 3)
    guard field != 0, tag >> 3 <= 0x1FFF_FFFF else { throw Damage("a field has no valid number") }
    unsafe content = unsafe UnsafeBufferPointer(start: position, count: 0)
    switch tag & 7 {
    case 0: value = try varint()
    case 1: value = try fixed(8)
    case 2:
      let count = try varint()
      guard unsafe count <= UInt64(end - position) else { throw Damage("a field is longer than its message") }
      unsafe content = unsafe UnsafeBufferPointer(start: position, count: Int(count))
      unsafe position += Int(count)
      value = 0
    case 5: value = try fixed(4)
    default: throw Damage("a field has an unknown wire type")
    }
    return true
  }

  var text: String { unsafe String(decoding: content, as: UTF8.self) }

  /// The ``value`` of a field of 32 bits.
  var narrowValue: UInt32 {
    get throws(Damage) {
      guard let narrow = UInt32(exactly: value) else { throw Damage("a number is out of range") }
      return narrow
    }
  }

  @inline(__always)
  private mutating func varint() throws(Damage) -> UInt64 {
    if unsafe position < end && position.pointee < 0x80 {
      defer { unsafe position += 1 }
      return unsafe UInt64(position.pointee)
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(Damage) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while unsafe position < end && shift < 70 {
      let byte = unsafe position.pointee
      unsafe position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw Damage(shift < 70 ? "a number is cut off" : "a number has more than ten bytes")
  }

  private mutating func fixed(_ count: Int) throws(Damage) -> UInt64 {
    guard unsafe end - position >= count else { throw Damage("a number is cut off") }
    var result: UInt64 = 0
    for index in 0..<count { unsafe result |= UInt64(position[index]) << UInt64(8 * index) }
    unsafe position += count
    return result
  }
}
