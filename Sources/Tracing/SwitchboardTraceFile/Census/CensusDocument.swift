/// What a running program has and does: its registries, and its subscriptions by line. The document `/census.json` of
/// an inspector, which encodes and decodes with any `Encoder` and `Decoder`.
///
/// Encoding writes ``version``. Decoding throws ``CensusError/newerVersion(_:)`` for a document of a later version, and
/// a `DecodingError` for what is no census. Both take time and memory in proportion to the rows. A decoder ignores keys
/// that a later library of the same version adds.
package struct CensusDocument: Equatable, Sendable {
  /// The version that this library writes, and the highest that it reads. A higher version means that an older reader
  /// would understand the document wrongly.
  package static let version = 1

  /// The name of the program.
  package var program: String
  /// The id of the process.
  package var process: Int32
  /// The seconds from the begin of the process to the census.
  package var at: Double
  /// The time of the census, in the form of RFC 3339, such as `2026-11-25T06:00:00Z`.
  package var takenAt: String
  package var registries: [Registry]
  package var subscriptions: [Subscriptions]
  /// What the census lacks, as sentences for people. Empty if the census lacks nothing.
  package var notCounted: [String]

  package init(
    program: String, process: Int32, at: Double, takenAt: String, registries: [Registry],
    subscriptions: [Subscriptions], notCounted: [String]
  ) {
    (self.program, self.process, self.at, self.takenAt) = (program, process, at, takenAt)
    (self.registries, self.subscriptions, self.notCounted) = (registries, subscriptions, notCounted)
  }

  /// The subscriptions that the program made at one line, to signals with one label, for one type of owner.
  package struct Subscriptions: Codable, Equatable, Sendable {
    /// The line, as `Module/File.swift:12`.
    package var line: String
    package var label: String
    /// The type of the owner; nil for subscriptions without an owner.
    @OrNull package var owner: String?
    /// The number of subscriptions that are alive.
    package var count: UInt64
    package var deliveries: UInt64
    /// The values that wait for these subscriptions.
    package var waiting: UInt64
    /// The age of the oldest subscription, in seconds.
    package var oldest: Double
    /// The age of the youngest subscription, in seconds.
    package var youngest: Double
    /// The number of subscriptions whose owner is gone.
    package var ownersGone: UInt64

    package init(
      line: String, label: String, owner: String?, count: UInt64, deliveries: UInt64, waiting: UInt64, oldest: Double,
      youngest: Double, ownersGone: UInt64
    ) {
      (self.line, self.label, self.owner, self.count) = (line, label, owner, count)
      (self.deliveries, self.waiting, self.ownersGone) = (deliveries, waiting, ownersGone)
      (self.oldest, self.youngest) = (oldest, youngest)
    }
  }

  /// A registry: a subject, a property, a key of a board, an event of a bus, and so on.
  package struct Registry: Codable, Equatable, Sendable {
    package var number: UInt64
    /// The name that the program gave; nil if it gave none.
    @OrNull package var name: String?
    package var type: String
    /// The line that made the registry, as `Module/File.swift:12`; nil if the line is unknown.
    @OrNull package var line: String?
    /// What the registry belongs to, such as `subject` or `key`.
    package var kind: String
    package var subscribers: UInt64
    package var sends: UInt64
    package var deliveries: UInt64
    /// The values that wait for a delivery in progress, and in queues and buffers of the subscribers.
    package var waiting: UInt64
    /// The highest number of ``waiting`` so far.
    package var mostWaiting: UInt64
    /// The values that the registry keeps for later subscribers.
    package var kept: UInt64
    /// The highest number of values that the registry keeps; 0 if it keeps none.
    package var keptLimit: UInt64
    /// The seconds since the registry was made.
    package var age: Double

    package init(
      number: UInt64, name: String?, type: String, line: String?, kind: String, subscribers: UInt64, sends: UInt64,
      deliveries: UInt64, waiting: UInt64, mostWaiting: UInt64, kept: UInt64, keptLimit: UInt64, age: Double
    ) {
      (self.number, self.name, self.type, self.line, self.kind) = (number, name, type, line, kind)
      (self.subscribers, self.sends, self.deliveries) = (subscribers, sends, deliveries)
      (self.waiting, self.mostWaiting, self.kept, self.keptLimit) = (waiting, mostWaiting, kept, keptLimit)
      self.age = age
    }
  }
}

extension CensusDocument: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, program, process, at, takenAt, registries, subscriptions, notCounted
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let version = try values.decode(Int.self, forKey: .version)
    if version > Self.version { throw CensusError.newerVersion(version) }
    guard version > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: values, debugDescription: "There is no version \(version) of a census.")
    }
    program = try values.decode(String.self, forKey: .program)
    process = try values.decode(Int32.self, forKey: .process)
    at = try values.decode(Double.self, forKey: .at)
    takenAt = try values.decode(String.self, forKey: .takenAt)
    registries = try values.decode([Registry].self, forKey: .registries)
    subscriptions = try values.decode([Subscriptions].self, forKey: .subscriptions)
    notCounted = try values.decode([String].self, forKey: .notCounted)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(program, forKey: .program)
    try values.encode(process, forKey: .process)
    try values.encode(at, forKey: .at)
    try values.encode(takenAt, forKey: .takenAt)
    try values.encode(registries, forKey: .registries)
    try values.encode(subscriptions, forKey: .subscriptions)
    try values.encode(notCounted, forKey: .notCounted)
  }
}

/// The reason why a document cannot be used, although it is a census.
package enum CensusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The document has this version, which is higher than ``CensusDocument/version``.
  case newerVersion(Int)

  /// The reason and the remedy, without the name of the file.
  package var description: String {
    switch self {
    case .newerVersion(let version):
      """
      the census has version \(version), but this program reads version \(CensusDocument.version). Use the program of \
      the library that wrote the census.
      """
    }
  }
}
