#if NATS
  import Foundation
  import SwitchboardTestSupport
  import Testing

  /// A line to a server, for one connection. What the server sends passes at once, or a few bytes whenever the client
  /// sends something, such as a ping. So the test needs no clock.
  final class SlowLine: Sendable {
    let port: Int
    /// What the client has sent, one entry for each read.
    let steps = Mailbox<Int>()
    private let state = Waiting()
    private let (listener, client, server): (Int32, Guarded<Int32>, Int32)

    private final class Waiting: @unchecked Sendable {
      // Sound: the variables are touched only under `condition`.
      let condition = NSCondition()
      var bytes: [UInt8] = []
      /// The bytes that pass for each step; nil: all.
      var share: Int?
      var allowed = 0
      /// The reads of what the client sends that may begin; nil: all.
      var turns: Int?
      var isEnded = false
    }

    init(to server: TestServer) throws {
      (listener, port) = try TestServer.bound()
      self.server = try TestServer.connect(to: server.port)
      client = Guarded(-1)
      // A line keeps little.
      var most: Int32 = 64 << 10
      setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &most, socklen_t(MemoryLayout<Int32>.size))
      listen(listener, 1)
      let (state, steps, client, upstream, listener) = (state, steps, client, self.server, listener)
      Thread.detachNewThread {
        let accepted = accept(listener, nil, nil)
        client.with { $0 = accepted }
        Thread.detachNewThread {
          Self.read(upstream) { bytes in
            state.condition.withLock {
              state.bytes += bytes
              state.condition.broadcast()
            }
          }
        }
        Thread.detachNewThread { Self.forward(state, to: accepted) }
        Self.read(accepted) { bytes in
          state.condition.withLock {
            while !state.isEnded, let turns = state.turns, turns == 0 { state.condition.wait() }
            state.turns = state.turns.map { $0 - 1 }
          }
          Self.write(bytes, to: upstream)
          state.condition.withLock {
            state.allowed += state.share ?? 0
            state.condition.broadcast()
          }
          steps.add(bytes.count)
        }
      }
    }

    deinit {
      change { $0.isEnded = true }
      for socket in [listener, server, client.with { $0 }] where socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// From now on lets `share` bytes of the server pass for each step; nil: all.
    func pass(_ share: Int?) { change { ($0.share, $0.allowed) = (share, 0) } }

    /// From now on takes nothing of what the client sends, but for each call of ``takeOnce()`` 64 KiB.
    func takeLittle() { change { $0.turns = 0 } }
    func takeOnce() { change { $0.turns? += 1 } }
    func takeAll() { change { $0.turns = nil } }

    private func change(_ body: (Waiting) -> Void) {
      state.condition.withLock {
        body(state)
        state.condition.broadcast()
      }
    }

    private static func read(_ socket: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { take(buffer[..<count]) }
      close(socket)
    }

    private static func forward(_ state: Waiting, to client: Int32) {
      while true {
        let bytes: [UInt8]? = state.condition.withLock {
          while !state.isEnded, state.bytes.isEmpty || state.share != nil && state.allowed == 0 {
            state.condition.wait()
          }
          if state.isEnded { return nil }
          let count = state.share == nil ? state.bytes.count : min(state.allowed, state.bytes.count)
          state.allowed -= min(count, state.allowed)
          defer { state.bytes.removeFirst(count) }
          return Array(state.bytes.prefix(count))
        }
        guard let bytes else { return }
        write(bytes[...], to: client)
      }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to socket: Int32) {
      var rest = bytes
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
#endif
