import Foundation
import SwitchboardTestSupport
import SwitchboardTraceFile
import Testing

@Suite("The document of a census")
struct CensusTests {
  /// The document in the words of the interface between the inspector and its readers.
  private static let document = """
    {"version":1,"program":"LoginFlow","process":1234,"at":12.5,"takenAt":"2026-11-25T06:00:00Z",
     "registries":[{"number":5,"name":"clicks","type":"PublishSubject<String, Never>","line":"A/B.swift:10",
       "kind":"subject","subscribers":3,"sends":100,"deliveries":300,"waiting":0,"mostWaiting":2,"kept":1,
       "keptLimit":4,"age":12.5},
      {"number":6,"name":null,"type":"T","line":null,"kind":"key","subscribers":0,"sends":0,"deliveries":0,
       "waiting":0,"mostWaiting":0,"kept":0,"keptLimit":0,"age":0.5}],
     "subscriptions":[{"line":"A/C.swift:45","label":"clicks","owner":"Home","count":3,"deliveries":30,"waiting":7,
       "oldest":12.0,"youngest":1.5,"ownersGone":1},
      {"line":"A/C.swift:46","label":"clicks","owner":null,"count":18446744073709551615,"deliveries":0,"waiting":0,
       "oldest":0,"youngest":0,"ownersGone":0}],
     "notCounted":["a sentence"]}
    """

  private static func decoded(_ text: String) throws -> CensusDocument {
    try JSONDecoder().decode(CensusDocument.self, from: Data(text.utf8))
  }

  @Test("reads each key of the interface")
  func decoding() throws {
    let census = try Self.decoded(Self.document)
    #expect((census.program, census.process, census.at) == ("LoginFlow", 1234, 12.5))
    #expect((census.takenAt, census.notCounted) == ("2026-11-25T06:00:00Z", ["a sentence"]))
    let (first, second) = (census.registries[0], census.registries[1])
    #expect((first.number, first.name, first.type) == (5, "clicks", "PublishSubject<String, Never>"))
    #expect((first.line, first.kind, first.age) == ("A/B.swift:10", "subject", 12.5))
    #expect((first.subscribers, first.sends, first.deliveries) == (3, 100, 300))
    #expect((first.waiting, first.mostWaiting, first.kept, first.keptLimit) == (0, 2, 1, 4))
    #expect((second.name, second.line) == (nil, nil))
    let (owned, free) = (census.subscriptions[0], census.subscriptions[1])
    #expect((owned.line, owned.label, owned.owner) == ("A/C.swift:45", "clicks", "Home"))
    #expect((owned.count, owned.deliveries, owned.waiting, owned.ownersGone) == (3, 30, 7, 1))
    #expect((owned.oldest, owned.youngest) == (12, 1.5))
    #expect((free.owner, free.count) == (nil, .max))
  }

  @Test("writes the keys of the interface, and null for a value that is missing")
  func encoding() throws {
    let written = try JSONEncoder().encode(try Self.decoded(Self.document))
    let (a, b) = (try JSONSerialization.jsonObject(with: written), try JSONSerialization.jsonObject(with: Self.data))
    #expect((a as? NSDictionary) == (b as? NSDictionary))
  }

  private static var data: Data { Data(document.utf8) }

  @Test("a newer version is an error that says so, whatever else the document has")
  func newer() throws {
    #expect(throws: CensusError.newerVersion(2)) { try Self.decoded(#"{"version":2,"rows":[]}"#) }
    #expect("\(CensusError.newerVersion(2))".contains("version 2, but this program reads version 1"))
    let none = Self.document.replacing("\"version\":1", with: "\"version\":0")
    #expect(throws: DecodingError.self) { try Self.decoded(none) }
  }

  @Test("a key that a later library adds does not matter")
  func more() throws {
    let more = Self.document.replacing("\"version\":1", with: "\"version\":1,\"more\":[1]")
    #expect(try Self.decoded(more) == Self.decoded(Self.document))
  }
}

@Suite("Growth between two censuses")
struct CensusGrowthTests {
  private typealias Subscriptions = CensusDocument.Subscriptions
  private typealias Registry = CensusDocument.Registry

  /// What a row says, on one line.
  private static func text(_ row: CensusGrowth.Row) -> String {
    "\(row.what) \(row.line ?? "-") \(row.label) \(row.owner ?? "-") \(row.before) \(row.after) \(row.growth)"
  }

  private static func rows(_ before: CensusDocument, _ after: CensusDocument) -> [String] {
    CensusGrowth(from: before, to: after).rows.map(text)
  }

  @Test("a census has not grown beyond itself")
  func same() {
    let census = CensusDocument.made([.made("A/B.swift:1", 3)], [.made("A/B.swift:2"), .made(nil, name: "x")])
    #expect(Self.rows(census, census).isEmpty)
  }

  @Test("subscriptions are compared by line, label and owner; rows that are equal in these are added up")
  func subscriptions() {
    let before = CensusDocument.made([.made("A/B.swift:1", 2), .made("A/B.swift:1", 1, owner: "Home")])
    let after = CensusDocument.made([
      .made("A/B.swift:1", 2), .made("A/B.swift:1", 4, owner: "Home"), .made("A/B.swift:1", 1, label: "user"),
      .made("A/B.swift:2", 1), .made("A/B.swift:1", 5, owner: "Home"),
    ])
    #expect(
      Self.rows(before, after) == [
        "subscription A/B.swift:1 clicks Home 1 9 8", "subscription A/B.swift:1 user - 0 1 1",
        "subscription A/B.swift:2 clicks - 0 1 1",
      ])
  }

  @Test("registries are compared by line, or by type and name where the line is unknown")
  func registries() {
    let before = CensusDocument.made([], [.made("A/B.swift:1", name: "a"), .made(nil, name: "k", type: "T")])
    let after = CensusDocument.made(
      [],
      [
        .made("A/B.swift:1", name: "b"), .made("A/B.swift:1", name: "c"), .made("A/B.swift:1", name: "d"),
        .made(nil, name: "k", type: "T"), .made(nil, name: "k", type: "U"), .made(nil, name: nil, type: "T"),
      ])
    #expect(
      Self.rows(before, after) == [
        "registry A/B.swift:1 PublishSubject<Int, Never> - 1 3 2", "registry - T - 0 1 1", "registry - k - 0 1 1",
      ])
  }

  @Test("a line's label is the common name of its registries, or their type, or one of the types")
  func labels() {
    func label(_ registries: [Registry]) -> String? {
      CensusGrowth(from: .made(), to: .made([], registries)).rows.first?.label
    }
    let line = "A/B.swift:1"
    #expect(label([.made(line, name: "a", type: "T"), .made(line, name: "a", type: "U")]) == "a")
    #expect(label([.made(line, name: "a", type: "T"), .made(line, name: "b", type: "T")]) == "T")
    #expect(label([.made(line, name: nil, type: "T")]) == "T")
    #expect(label([.made(line, name: "a", type: "V"), .made(line, name: "b", type: "U")]) == "U and 1 more")
  }

  @Test("the highest growth comes first, then file and number of the line; what shrank comes last")
  func order() {
    let before = CensusDocument.made([.made("A/A.swift:1", 9), .made("A/A.swift:3", 1)])
    let after = CensusDocument.made(
      [
        .made("A/B.swift:10", 1), .made("A/B.swift:9", 1), .made("A/A.swift:2", 1), .made("A/A.swift:3", 6),
        .made("Z/Z.swift:1", 2), .made("no line", 1),
      ], [.made("A/B.swift:9"), .made(nil, name: "x")])
    let growth = CensusGrowth(from: before, to: after)
    #expect(
      growth.rows.map { "\($0.growth) \($0.what) \($0.line ?? "-")" } == [
        "5 subscription A/A.swift:3", "2 subscription Z/Z.swift:1", "1 subscription A/A.swift:2",
        "1 registry A/B.swift:9", "1 subscription A/B.swift:9", "1 subscription A/B.swift:10",
        "1 subscription no line", "1 registry -", "-9 subscription A/A.swift:1",
      ])
    #expect((growth.grown.count, growth.shrunk) == (8, 1))
  }

  @Test("the order of the rows in the censuses does not matter", arguments: 1...20 as ClosedRange<UInt64>)
  func deterministic(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func census() -> CensusDocument {
      let subscriptions = (0..<30).map { _ in
        Subscriptions.made(
          "A/\("BC".randomElement(using: &random) ?? "B").swift:\(Int.random(in: 1...3, using: &random))",
          UInt64.random(in: 0...3, using: &random), label: Bool.random(using: &random) ? "a" : "b",
          owner: [nil, "", "Home"].randomElement(using: &random) ?? nil)
      }
      let registries = (0..<30).map { _ in
        Registry.made(
          [nil, "A/B.swift:1", "A/B.swift:2"].randomElement(using: &random) ?? nil,
          name: [nil, "", "x"].randomElement(using: &random) ?? nil,
          type: Bool.random(using: &random) ? "T" : "U")
      }
      return .made(subscriptions, registries)
    }
    let (before, after) = (census(), census())
    var (otherBefore, otherAfter) = (before, after)
    otherBefore.subscriptions.shuffle(using: &random)
    otherAfter.subscriptions.shuffle(using: &random)
    otherBefore.registries.shuffle(using: &random)
    otherAfter.registries.shuffle(using: &random)
    let growth = CensusGrowth(from: before, to: after)
    #expect(growth == CensusGrowth(from: otherBefore, to: otherAfter))
    let backward = CensusGrowth(from: after, to: before)
    #expect(Set(growth.rows.map(\.growth)) == Set(backward.rows.map { -$0.growth }))
    let sum = { (census: CensusDocument) in
      census.subscriptions.reduce(Int64(census.registries.count)) { $0 + Int64($1.count) }
    }
    #expect(growth.rows.reduce(0) { $0 + $1.growth } == sum(after) - sum(before))
  }

  @Test("numbers that a damaged file can have do not overflow")
  func huge() {
    let huge = CensusDocument.made([.made("A/B.swift:1", .max), .made("A/B.swift:1", .max)])
    #expect(Self.rows(.made(), huge) == ["subscription A/B.swift:1 clicks - 0 \(UInt64.max) \(Int64.max)"])
    #expect(Self.rows(huge, .made()) == ["subscription A/B.swift:1 clicks - \(UInt64.max) 0 \(-Int64.max)"])
  }

  @Test("a row is written with the keys of the interface, and null for what is missing")
  func row() throws {
    let growth = CensusGrowth(from: .made(), to: .made([], [.made(nil, name: "x")]))
    let written = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(growth.rows)) as? NSArray
    #expect(
      written == [
        [
          "what": "registry", "line": NSNull(), "label": "x", "owner": NSNull(), "before": 0, "after": 1, "growth": 1,
        ] as NSDictionary
      ])
  }
}
