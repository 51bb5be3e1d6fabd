#if NATS
  import Foundation
  import SwitchboardLink
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    @Suite struct LiveTests {
      @Test func `a message reaches every subscription, and one of each group, in order`() throws {
        let server = try TestServer()
        let (sender, one, two) = (try TestLink(server), try TestLink(server), try TestLink(server))
        let (first, _) = try one.live(.live())
        let (second, _) = try two.live(.live())
        let (left, _) = try one.live(.live(), group: "workers of Köln")
        let (right, _) = try two.live(.live(), group: "workers of Köln")
        for number in 0..<1000 { try sender.connection.send(.live(number)) }
        sender.connection.flush()
        #expect(try first.wait(for: 1000).map(\.number) == Array(0..<1000))
        #expect(try second.wait(for: 1000).map(\.number) == Array(0..<1000))
        try one.settle()
        try two.settle()
        let shared = [left.all, right.all].map { $0.compactMap(\.number) }
        #expect((shared[0] + shared[1]).sorted() == Array(0..<1000))
        #expect(shared.allSatisfy { $0 == $0.sorted() && !$0.isEmpty })
        #expect(first.all[7] == WireMessage.live(7))
      }

      @Test func `a sender does not receive its own message; another member of the group does`() throws {
        let server = try TestServer()
        let (sender, other) = (try TestLink(server), try TestLink(server))
        let (own, _) = try sender.live(.live(), group: "g")
        let (others, _) = try other.live(.live(), group: "g")
        for number in 0..<100 { try sender.connection.send(.live(number)) }
        sender.connection.flush()
        try others.wait(for: 100)
        #expect(own.all.isEmpty)
      }

      @Test func `a cancelled subscription receives nothing`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let (messages, handle) = try receiver.live(.live())
        let (others, _) = try receiver.live(.live())
        handle.cancel()
        try receiver.settle()
        try sender.connection.send(.live(1))
        sender.connection.flush()
        try others.wait(for: 1)
        #expect(messages.all.isEmpty)
      }

      @Test func `messages of other software arrive without an identity, or are reported`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let (messages, _) = try receiver.live(.live())
        var plain = WireMessage.live(1)
        plain.identity = ""
        try sender.connection.send(plain)
        plain.address = WireAddress(plain.subject, text: "shop.live.tick.one.two.three")
        try sender.connection.send(plain)
        plain.address = WireAddress(plain.subject)
        plain.payload = []
        try sender.connection.send(plain)
        sender.connection.flush()
        let received = try messages.wait(for: 2)
        #expect(received.map(\.identity) == ["", ""])
        #expect(received[1].payload.isEmpty)
        try receiver.events.wait(for: 1)
        #expect(receiver.problems.map(\.subject) == ["shop.live.tick.one.two.three"])
      }

      @Test func `a message that is too large is refused by the call, and the connection stays`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let (messages, _) = try receiver.live(.live())
        var large = WireMessage.live(1)
        large.payload = [UInt8](repeating: 32, count: 1 << 20)
        let error = #expect(throws: TransportError.self) { try sender.connection.send(large) }
        #expect(error?.kind == .tooLarge)
        #expect(error?.reason == "the message has 1048608 bytes, and the server accepts 1048576")
        let limit = (1 << 20) - 32
        large.payload = [UInt8](repeating: 32, count: limit)
        try sender.connection.send(large)
        sender.connection.flush()
        #expect(try messages.wait(for: 1)[0].payload.count == limit)
      }

      @Test func `messages that are dropped because the receiver is slow are counted`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let gate = Gate()
        let received = Counter()
        let handle = try receiver.connection.subscribe(to: .live(), group: nil) { _ in
          gate.wait()
          received.increment()
        }
        try receiver.settle()
        let total = 400_000
        for number in 0..<total { try sender.connection.send(.live(number)) }
        try sender.settle()
        try receiver.events.wait { !$0.isEmpty }
        gate.open()
        // The reports and the messages come on two threads.
        yieldUntil { received.value + receiver.problems.reduce(0) { $0 + $1.dropped } == total }
        #expect(receiver.problems.allSatisfy { $0.kind == .slow })
        handle.cancel()
      }

      @Test func `each message arrives with its own data and headers, whatever was sent before`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let (messages, _) = try receiver.live(.live())
        let addresses = [nil, "a", "b"].map {
          WireAddress(WireSubject(application: "shop", kind: .live, name: "tick", subtype: $0))
        }
        var random = SeededGenerator(seed: 7)
        let sent = (0..<3000).map { number in
          let length = [0, 1, 40, Int.random(in: 0..<300, using: &random), 4096, 4097].randomElement(using: &random)!
          return WireMessage(
            addresses.randomElement(using: &random)!,
            identity: ["", "p-1-\(number)", "c-\(number % 10)"].randomElement(using: &random)!,
            traceparent: ["00-1-\(number)-01", nil].randomElement(using: &random)!,
            payload: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        for message in sent { try sender.connection.send(message) }
        sender.connection.flush()
        #expect(try messages.wait(for: sent.count) == sent)
      }

      @Test func `R9: the server says that a request reaches nobody`() throws {
        let server = try TestServer()
        let (one, two) = (try TestLink(server), try TestLink(server))
        func request(_ name: String, _ number: Int) throws {
          let subject = WireSubject(application: "shop", kind: .request, name: name)
          try one.connection.send(WireMessage(WireAddress(subject), identity: "p-1-\(number)", payload: [1]))
          one.connection.flush()
        }
        let pattern = WirePattern(application: "shop", kind: .request, name: "heard")
        let (messages, handle) = try two.live(pattern, group: "g")
        try request("heard", 1)
        #expect(try messages.wait(for: 1).map(\.identity) == ["p-1-1"])
        try request("unheard", 2)
        let unheard = try one.events.wait(for: 1).map { if case .unheard(let identity) = $0 { identity } else { "" } }
        #expect(unheard == ["p-1-2"])
        handle.cancel()
      }
    }
  }

  extension TransportError {
    /// The number at the beginning of the reason.
    fileprivate var dropped: Int { Int(reason.prefix { $0.isNumber }) ?? 0 }
  }
#endif
