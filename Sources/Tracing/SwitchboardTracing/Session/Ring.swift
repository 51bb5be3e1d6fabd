internal import CSwitchboardTracing

/// The ring of one thread, with the records that the thread has made.
///
/// The numbers of records grow from the beginning of the session, and no lock is needed to read them.
@safe struct Ring {
  // Sound: a ring stays until the reader releases it, and only one reader reads a session.
  private let pointer: OpaquePointer

  /// The session's rings, oldest first. The caller holds the recorder's lock.
  static func all() -> [Ring] {
    var rings: [Ring] = []
    var next = unsafe switchboard_trace_first_ring()
    while let pointer = unsafe next {
      unsafe rings.append(Ring(pointer: pointer))
      unsafe next = unsafe switchboard_trace_next_ring(pointer)
    }
    return rings
  }

  /// The numbers of the labels of all records in rings. O(records). The caller holds the recorder's lock.
  static func labels() -> Set<UInt32> {
    var labels: Set<UInt32> = []
    var words: [UInt64] = []
    for ring in all() {
      let head = ring.head
      let first = max(head > ring.capacity ? head - ring.capacity : 0, ring.tail)
      if words.count < 4 * Int(head - first) { words = [UInt64](repeating: 0, count: 4 * Int(head - first)) }
      ring.copy(first..<head, to: &words)
      for record in 0..<Int(head - first) { labels.insert(UInt32(words[4 * record + 1] & 0xFF_FFFF)) }
    }
    return labels
  }

  var capacity: UInt64 { unsafe switchboard_trace_ring_capacity(pointer) }
  /// How many records have been written.
  var head: UInt64 { unsafe switchboard_trace_ring_head(pointer) }
  /// How many records have been read for good.
  var tail: UInt64 { unsafe switchboard_trace_ring_tail(pointer) }
  func setTail(_ tail: UInt64) { unsafe switchboard_trace_ring_set_tail(pointer, tail) }
  /// How many records have found no room since the ring last told of such records.
  var lost: UInt64 { unsafe switchboard_trace_ring_lost(pointer) }

  /// The number of the thread in this session.
  var number: UInt32 { unsafe switchboard_trace_ring_number(pointer) }
  /// The number that the system has given to the thread.
  var thread: UInt64 { unsafe switchboard_trace_ring_thread(pointer) }
  var hasEnded: Bool { unsafe switchboard_trace_ring_has_ended(pointer) }
  var name: String {
    var name = [CChar](repeating: 0, count: 64)
    unsafe switchboard_trace_ring_name(pointer, &name, name.count)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Copies the records of `range`, four words each. `words` has room for them.
  func copy(_ range: Range<UInt64>, to words: inout [UInt64]) {
    unsafe switchboard_trace_ring_copy(pointer, range.lowerBound, UInt64(range.count), &words)
  }

  /// The number of records that wait beside the full ring, and are newer than those in it. The caller holds the
  /// recorder's lock, here and below.
  var spilled: Int { Int(unsafe switchboard_trace_ring_spilled(pointer)) }
  /// The first word of the newest record. There must be at least one record.
  var lastSpilled: UInt64 { unsafe switchboard_trace_ring_last_spilled(pointer) }
  /// Moves these records to `words`, which has room for them.
  func takeSpilled(to words: inout [UInt64]) { unsafe switchboard_trace_ring_take_spilled(pointer, &words) }

  /// Releases the ring of an ended thread, after all its records have been read.
  func release() { unsafe switchboard_trace_release_ring(pointer) }
}
