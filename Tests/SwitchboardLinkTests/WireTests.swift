import Foundation
import Testing

@testable import SwitchboardLink

@Suite struct WireTests {
  @Test(arguments: [
    ("order-placed_2", "order-placed_2"), ("", "%"), ("a.b", "a%2Eb"), ("*", "%2A"), (">", "%3E"), ("a b", "a%20b"),
    ("\r\nPUB x 1\r\n", "%0D%0APUB%20x%201%0D%0A"), ("%", "%25"), ("é", "%C3%A9"), ("👋", "%F0%9F%91%8B"), ("\0", "%00"),
  ])
  func `names are escaped, and read again`(_ text: String, _ escaped: String) {
    #expect(WireText.escaped(text) == escaped)
    #expect(WireText.unescaped(escaped) == text)
  }

  @Test(arguments: ["%2", "%zz", "%c3", "a.b", "a b", "%C3%28", "é", "%2a"])
  func `what is no escaping is not read`(_ text: String) { #expect(WireText.unescaped(text) == nil) }

  @Test func `every subject is read again, whatever its names contain`() {
    let texts = ["a", "", "-", "a.b", "*", ">", " ", "\r\n", "ü\u{301}", "%2D", "a-b_c"]
    for application in texts {
      for name in texts {
        for subtype in [nil] + texts.map(Optional.some) {
          let subject = WireSubject(
            application: application, kind: .durable, name: name, version: 3, partition: 7, subtype: subtype)
          #expect(WireSubject(text: subject.text) == subject)
          #expect(subject.text.allSatisfy { $0.isASCII && !$0.isWhitespace && !"*>".contains($0) })
          #expect(subject.text.split(separator: ".", omittingEmptySubsequences: false).count == 6)
        }
      }
    }
  }

  @Test(arguments: [
    "", "a.b", "shop.live.x.1.0", "shop.other.x.1.0.-", "shop.live.x.0.0.-", "shop.live.x.1.-1.-",
    "shop.live.x.1.0.-.y",
  ])
  func `other subjects are not read`(_ text: String) { #expect(WireSubject(text: text) == nil) }

  @Test func `a pattern matches its subjects, and no others`() {
    let subject = WireSubject(application: "shop", kind: .durable, name: "order", partition: 2)
    #expect(WirePattern(application: "shop", kind: .durable, name: "order").matches(subject))
    #expect(WirePattern(application: "shop", kind: .durable, name: nil).matches(subject))
    #expect(WirePattern(application: "shop", kind: .durable, name: "order", partition: 2).matches(subject))
    #expect(!WirePattern(application: "shop", kind: .durable, name: "order", partition: 1).matches(subject))
    #expect(!WirePattern(application: "shop", kind: .live, name: "order").matches(subject))
    #expect(!WirePattern(application: "other", kind: .durable, name: "order").matches(subject))
    #expect(!WirePattern(application: "shop", kind: .durable, name: "price").matches(subject))
    #expect(
      WirePattern(application: "my shop", kind: .durable, name: "a.b", partition: 2).text
        == "my%20shop.durable.a%2Eb.*.2.*")
  }

  @Test func `identities are read again, and others are not`() {
    let identity = WireIdentity(.dispatched, origin: 0xAB, number: 42)
    #expect(identity.text == "d-00000000000000ab-42")
    #expect(WireIdentity(identity.text) == identity)
    for text in ["", "c-order", "d-ab", "x-ab-1", "d-zz-1", "d-ab--1", WireIdentity.text(chosen: "d-ab-1")] {
      #expect(WireIdentity(text) == nil, "\(text)")
    }
    #expect(WireIdentity.text(chosen: "a b") != WireIdentity.text(chosen: "a%20b"))
  }

  @Test(arguments: [0, 9, 10, 99, 100, 12_345, .max - 1, .max] as [UInt64])
  func `a numbered text ends with its number`(_ number: UInt64) {
    #expect(NumberedText("d-0f-").text(number) == "d-0f-\(number)")
    #expect(NumberedText("").text(number) == "\(number)")
  }

  @Test func `an answer is read again, in every form of JSON, and other data are not`() throws {
    let request = WireMessage(
      WireAddress(WireSubject(application: "shop", kind: .request, name: "ask")), identity: "p-1f-\(UInt64.max)",
      payload: [])
    for result: ArrivalResult in [.handled([], Price(item: "tea", cents: 1)), .unheard, .undecodable("é")] {
      let answer = try #require(Answer(request, result))
      let payload = try answer.outgoing(application: "shop").encode(JSONEncoder()).payload
      let read = try #require(Answer(payload))
      #expect(read.number == .max && read.outcome == answer.outcome && read.texts == answer.texts)
      #expect(throws: Never.self) { try JSONDecoder().decode(Answer.self, from: Data(payload)) }
    }
    let other = #"{ "texts": [], "outcome": "handled", "number": 7 }"#
    #expect(Answer(Array(other.utf8))?.number == 7)
    for text in [
      "", "{}", #"{"number":,"outcome":"handled","texts":[]}"#, #"{"number":-1,"outcome":"handled","texts":[]}"#,
      #"{"number":99999999999999999999,"outcome":"handled","texts":[]}"#,
      #"{"number":1,"outcome":"handled","texts":[]"#, #","outcome":"handled","texts":[]}"#,
    ] { #expect(Answer(Array(text.utf8)) == nil, "\(text)") }
  }

  @Test func `the partition of a key is the same in every process and in other languages`() {
    // FNV-1a, 32 bits: the published test vectors "", "a" and "foobar".
    #expect(WirePartition.of(key: "", among: 1 << 30) == 0x811C_9DC5 % (1 << 30))
    #expect(WirePartition.of(key: "a", among: 1 << 30) == 0xE40C_292C % (1 << 30))
    #expect(WirePartition.of(key: "foobar", among: 1 << 30) == 0xBF9C_F968 % (1 << 30))
  }

  @Test func `a flow travels in the form of the W3C`() {
    let flow = WireTrace.flow(origin: 7, number: 3)
    let text = WireTrace.text(flow: flow, origin: 7)
    #expect(text?.count == 55)
    #expect(WireTrace.flow(of: text) == flow)
    #expect(WireTrace.text(flow: 0, origin: 7) == nil)
    for text in [nil, "", "00-1-2", "00-00000000000000000000000000000007-zzzzzzzzzzzzzzzz-01"] {
      #expect(WireTrace.flow(of: text) == 0)
    }
    #expect(flow < 1 << 40 && flow >= 1 << 39)
    let many = Set((1...10_000).flatMap { number in [1, 2].map { WireTrace.flow(origin: $0, number: number) } })
    #expect(many.count == 20_000)
  }

  @Test func `the pauses of a retry policy grow up to a limit`() {
    let policy = RetryPolicy(attempts: 9, pause: .seconds(1), growth: 3, longestPause: .seconds(20))
    #expect(
      (1...5).map { policy.pause(after: $0) } == [.seconds(1), .seconds(3), .seconds(9), .seconds(20), .seconds(20)])
    #expect(RetryPolicy().pause(after: .max) == .seconds(60))
  }
}
