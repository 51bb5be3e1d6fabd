import SwitchboardTestSupport
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A file that is not a whole trace")
struct DamageTests {
  let snapshot = TraceGenerator.snapshot(seed: 4, steps: 300)

  @Test("that does not exist, or is a directory, is unreadable, and the error has the reason")
  func unreadable() {
    #expect(throws: TraceFileError.unreadable(path: "/no/such", reason: "No such file or directory")) {
      try PerfettoReader(path: "/no/such")
    }
    #expect(throws: TraceFileError.unreadable(path: "/tmp", reason: "Is a directory")) {
      try PerfettoReader(path: "/tmp")
    }
  }

  @Test("that is empty")
  func empty() throws {
    try withScratchFile { path in
      _ = #expect(throws: TraceFileError.empty(path: path)) { try PerfettoReader(path: path) }
    }
  }

  @Test(
    "that another program wrote",
    arguments: [
      "hello", "\nhello, world", "{\"traceEvents\":[]}", "\n\u{2}P\u{1}", "\n\u{0}",
      "\n\u{6}P\u{1}\u{68}\u{1}@\u{1}", "\u{1F}\u{8B}\u{8}",
    ])
  func foreign(text: String) throws {
    #expect(throws: TraceFileError.foreign(path: "memory")) { try PerfettoReader(bytes: Array(text.utf8)) }
  }

  @Test("that a later version wrote")
  func laterVersion() throws {
    var bytes = try written(snapshot)
    let marker = Array("switchboard.trace/1".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: marker) })
    bytes[place + marker.count - 1] = UInt8(ascii: "7")
    #expect(throws: TraceFileError.unsupportedVersion(path: "memory", version: "switchboard.trace/7")) {
      try PerfettoReader(bytes: bytes)
    }
  }

  @Test("that is cut off anywhere gives all records before the cut, and an error with the place of the cut")
  func truncated() throws {
    let bytes = try written(snapshot)
    let ends = packetEnds(bytes)
    let expected = snapshot.afterRoundTrip.records
    for length in stride(from: 1, to: bytes.count, by: isUnderThreadSanitizer ? 71 : 7) {
      let start = ends.last { $0 <= length } ?? 0
      let error = TraceFileError.truncated(path: "memory", offset: UInt64(start))
      guard start > 0 else {
        #expect(throws: error) { try PerfettoReader(bytes: Array(bytes[..<length])) }
        continue
      }
      var reader = try PerfettoReader(bytes: Array(bytes[..<length]))
      var records: [TraceRecord] = []
      if start == length {
        records = try reader.all()
      } else {
        for _ in 0..<2 {
          #expect(throws: error) { while let record = try reader.next() { records.append(record) } }
        }
      }
      #expect(records.elementsEqual(expected.prefix(records.count)))
      #expect(reader.isComplete == (length == bytes.count))
      if start == bytes.count { #expect(records.count == expected.count) }
    }
  }

  @Test("that is cut off between two packets is not complete; a file of an earlier version has no mark, and is")
  func withoutEnd() throws {
    var bytes = try written(snapshot)
    bytes.removeLast(bytes.count - packetEnds(bytes).dropLast().last!)
    var cut = try PerfettoReader(bytes: bytes)
    #expect(try cut.all() == snapshot.afterRoundTrip.records)
    #expect(!cut.isComplete)
    // Earlier versions did not write this label.
    let label = Array("end mark".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: label) })
    bytes[place] = UInt8(ascii: "E")
    var old = try PerfettoReader(bytes: bytes)
    #expect(try old.all() == snapshot.afterRoundTrip.records)
    #expect(old.isComplete)
  }

  @Test("that is cut off on disk, too")
  func truncatedOnDisk() throws {
    try withScratchFile { path in
      try write(written(snapshot).dropLast(3), to: path)
      var reader = try PerfettoReader(path: path)
      var count = 0
      let error = #expect(throws: TraceFileError.self) { while try reader.next() != nil { count += 1 } }
      #expect(error.map(label) == "truncated")
      #expect(count >= snapshot.afterRoundTrip.records.count - 1)
    }
  }

  @Test("that is damaged in the middle gives the records before the damage, and an error with its place")
  func corrupt() throws {
    var bytes = try written(snapshot)
    let ends = packetEnds(bytes)
    let place = ends[ends.count / 2]
    bytes[place] = 0xFF
    var reader = try PerfettoReader(bytes: bytes)
    var records: [TraceRecord] = []
    let error = #expect(throws: TraceFileError.self) { while let record = try reader.next() { records.append(record) } }
    #expect(error == .corrupt(path: "memory", offset: UInt64(place), cause: "no packet begins here"))
    #expect(!records.isEmpty)
    #expect(records.elementsEqual(snapshot.afterRoundTrip.records.prefix(records.count)))
    #expect(reader.bytesRead == UInt64(place))
  }

  static let damages: [(packet: [UInt8], cause: String)] = [
    ([0x50, 0x02, 0x5A, 0x01], "a field is longer than its message"),
    (
      [0x50, 0x02, 0x5A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      "a field is longer than its message"
    ),
    ([0x50, 0x82], "a number is cut off"),
    ([0x50, 0x02, 0x41, 0x00], "a number is cut off"),
    ([0x40] + [UInt8](repeating: 0x80, count: 10) + [0x01], "a number has more than ten bytes"),
    ([0x53], "a field has an unknown wire type"),
    ([0x00, 0x00], "a field has no valid number"),
    ([0x50, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], "a number is out of range"),
    ([], "a packet belongs to no thread"),
    ([0x50, 0x63], "a packet belongs to no thread"),
    ([0x50, 0x02, 0x5A, 0x04, 0x48, 0x01, 0x50, 0x00], "an event's name is not defined"),
    ([0x50, 0x02, 0x5A, 0x05, 0x48, 0x01, 0x50, 0xFF, 0x7F], "an event's name is not defined"),
    ([0x50, 0x02, 0x5A, 0x02, 0x48, 0x07], "an event has an unknown type"),
    ([0x50, 0x01, 0x62, 0x04, 0x22, 0x02, 0x08, 0x00], "a source location is out of order"),
    ([0x50, 0x01, 0x62, 0x05, 0xEA, 0x01, 0x02, 0x08, 0x00], "a label is out of order"),
    ([0x50, 0x01, 0x62, 0x04, 0x12, 0x02, 0x08, 0x00], "a label's name is out of order"),
    ([0x50, 0x01, 0x62, 0x04, 0x0A, 0x02, 0x08, 0x00], "an event's name is out of order"),
  ]

  @Test("with a last packet that makes no sense", arguments: damages)
  func nonsense(packet: [UInt8], cause: String) throws {
    let bytes = try written(snapshot)
    var reader = try PerfettoReader(bytes: bytes + [0x0A, UInt8(packet.count)] + packet)
    var records: [TraceRecord] = []
    let error = #expect(throws: TraceFileError.self) { while let record = try reader.next() { records.append(record) } }
    #expect(error == .corrupt(path: "memory", offset: UInt64(bytes.count), cause: cause))
    #expect(records == snapshot.afterRoundTrip.records)
  }

  @Test("that claims a huge packet allocates no memory for it")
  func hugeLength() throws {
    let bytes = try written(snapshot) + [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
    var reader = try PerfettoReader(bytes: bytes)
    let error = #expect(throws: TraceFileError.self) { while try reader.next() != nil {} }
    #expect(
      error
        == .corrupt(
          path: "memory", offset: UInt64(bytes.count - 6),
          cause: "a packet has 4294967295 bytes, more than the largest packet"))
  }

  @Test("that consists of two traces")
  func joined() throws {
    let bytes = try written(snapshot)
    var reader = try PerfettoReader(bytes: bytes + bytes)
    let error = #expect(throws: TraceFileError.self) { while try reader.next() != nil {} }
    let cause = "another trace begins here; put each trace in a separate file"
    #expect(error == .corrupt(path: "memory", offset: UInt64(bytes.count), cause: cause))
  }

  @Test("of arbitrary bytes: records or an error, and an end")
  func mutated() throws {
    var rng = SeededGenerator(seed: 20_26)
    // One thread reads, so ThreadSanitizer finds nothing.
    let count = rounds(100_000)
    let originals = try (0..<8 as Range<UInt64>).map {
      try written(TraceGenerator.snapshot(seed: $0, steps: 30, mostSites: 5))
    }
    var outcomes: [String: Int] = [:]
    for round in 0..<count {
      var bytes = originals[round % originals.count]
      for _ in 0...rng.below(3) { damage(&bytes, &rng) }
      do {
        var reader = try PerfettoReader(bytes: bytes)
        var count = 0
        while try reader.next() != nil { count += 1 }
        if count > bytes.count { Issue.record("\(count) records of \(bytes.count) bytes") }
        outcomes["read", default: 0] += 1
      } catch {
        outcomes[label(error), default: 0] += 1
      }
    }
    // The test is worth little unless the damage has all of these outcomes.
    #expect(outcomes["read", default: 0] > count / 100)
    #expect(outcomes["corrupt", default: 0] > count / 10)
    #expect(outcomes["truncated", default: 0] > count / 100)
    #expect(outcomes["foreign", default: 0] > count / 1000)
    #expect(outcomes["other"] == nil)
  }
}

extension DamageTests {
  private func written(_ snapshot: TraceSnapshot) throws -> [UInt8] {
    try withScratchFile { path in
      try snapshot.write(to: path)
      return try bytes(of: path)
    }
  }

  /// Returns the offsets at which the packets end.
  private func packetEnds(_ bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var position = 0
    while position < bytes.count {
      let header = bytes[position + 1] < 0x80 ? 2 : 3
      let length = Int(bytes[position + 1] & 0x7F) | (header == 3 ? Int(bytes[position + 2]) << 7 : 0)
      position += header + length
      ends.append(position)
    }
    return ends
  }

  private func damage(_ bytes: inout [UInt8], _ rng: inout SeededGenerator) {
    // Damages mostly bytes after the header. Otherwise most of the files would be foreign.
    let place =
      rng.below(20) == 0 ? rng.below(bytes.count) : min(100, bytes.count - 1) + rng.below(max(1, bytes.count - 100))
    guard place < bytes.count else { return bytes.append(UInt8(truncatingIfNeeded: rng.next())) }
    switch rng.below(6) {
    case 0: bytes[place] ^= 1 << UInt8(rng.below(8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: rng.next())
    case 2: bytes.removeLast(bytes.count - max(1, place))
    case 3: bytes.insert(contentsOf: (0...rng.below(8)).map { _ in UInt8(truncatingIfNeeded: rng.next()) }, at: place)
    case 4:
      let huge = [UInt8](repeating: 0xFF, count: 1 + rng.below(12)) + [UInt8(rng.below(128))]
      bytes.replaceSubrange(place..<min(bytes.count, place + rng.below(huge.count + 1)), with: huge)
    default:
      let other = rng.below(bytes.count)
      let count = min(rng.below(40), bytes.count - max(place, other))
      bytes.replaceSubrange(place..<place + count, with: bytes[other..<other + count])
    }
  }

  private func label(_ error: any Error) -> String {
    switch error as? TraceFileError {
    case .corrupt: "corrupt"
    case .truncated: "truncated"
    case .foreign: "foreign"
    case .unsupportedVersion: "version"
    default: "other"
    }
  }
}
