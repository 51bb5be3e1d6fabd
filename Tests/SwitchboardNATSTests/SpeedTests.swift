#if NATS
  import Foundation
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    /// Prints how fast the engine is: `SWITCHBOARD_NATS_SPEED=1`, optimised.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["SWITCHBOARD_NATS_SPEED"] != nil)) struct SpeedTests {
      private let payload = [UInt8](repeating: 65, count: 100)

      private func say(_ name: String, _ count: Int, _ time: Duration) {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        print("speed: \(name) \(Int(Double(count) / seconds)) messages/s")
      }

      @Test func `live messages, without and with a receiver`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        var message = WireMessage.live(0)
        (message.identity, message.payload) = ("p-7f3a9c0122b84e51-1000000", payload)
        let clock = ContinuousClock()
        let count = 1_000_000
        let sending = try clock.measure {
          for _ in 0..<count { try sender.connection.send(message) }
          try sender.settle()
        }
        say("live, sent", count, sending)
        let received = Counter()
        let handle = try receiver.connection.subscribe(to: .live(), group: nil) { _ in received.increment() }
        try receiver.settle()
        let total = 200_000
        let both = try clock.measure {
          for _ in 0..<total { try sender.connection.send(message) }
          sender.connection.flush()
          yieldUntil { received.value + receiver.problems.count >= total }
        }
        say("live, received", received.value, both)
        handle.cancel()
      }

      @Test func `stored and delivered messages`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        let stream = StreamSettings.named(limits: StreamLimits(bytes: 1 << 30))
        #expect(try link.open(stream) == nil)
        let clock = ContinuousClock()
        let count = 300_000
        let storing = try clock.measure {
          for number in 0..<count {
            // At most 8192 messages are unconfirmed.
            if number % 2048 == 0, number > 8192 {
              link.connection.flush()
              try link.outcomes.wait(for: number - 8192)
            }
            var message = WireMessage.durable(number, payload: payload)
            message.traceparent = nil
            try link.connection.store(message, ticket: UInt64(number))
          }
          link.connection.flush()
          try link.outcomes.wait(for: count)
        }
        say("stored", count, storing)
        let tokens = Guarded<[StoredMessage.Token]>([])
        let done = Mailbox<any TransportConsumer>()
        link.connection.consume(
          .group(of: stream), from: nil, receive: { message in tokens.with { $0.append(message.token) } },
          done: { if case .success(let consumer) = $0 { done.add(consumer) } })
        let consumer = try done.wait(for: 1)[0]
        var handled = 0
        let consuming = clock.measure {
          consumer.request(8192)
          while handled < count {
            let received = tokens.with { tokens in
              defer { tokens = [] }
              return tokens
            }
            if received.isEmpty { sched_yield() }
            for token in received { consumer.acknowledge(token) }
            if !received.isEmpty { consumer.request(received.count) }
            link.connection.flush()
            handled += received.count
          }
        }
        say("consumed", count, consuming)
      }

      @Test func `a message there and back`() throws {
        let server = try TestServer()
        let (one, two) = (try TestLink(server), try TestLink(server))
        let (back, _) = try one.live(.live("back"))
        let (there, _) = try two.live(.live("there"))
        var times: [Duration] = []
        for round in 1...5000 {
          let start = ContinuousClock.now
          try one.connection.send(.live(round, name: "there"))
          one.connection.flush()
          try there.wait(for: round)
          try two.connection.send(.live(round, name: "back"))
          two.connection.flush()
          try back.wait(for: round)
          times.append(.now - start)
        }
        times.sort()
        print("speed: there and back p50 \(times[2500]), p99 \(times[4950])")
      }
    }
  }
#endif
