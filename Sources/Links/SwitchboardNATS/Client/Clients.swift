#if NATS
  internal import SwitchboardBroadcast

  /// The connections of the process by number.
  ///
  /// The C client reports errors at any time, even when the connection is being deallocated, and does not say which
  /// report is the last. So the C client gets a number and no pointer. Errors are rare, so the lock costs nothing.
  final class Clients: Sendable {
    static let shared = Clients()

    private struct Entry { weak var client: Client? }
    private struct State {
      var last: UInt = 0
      var entries: [UInt: Entry] = [:]
    }
    private let state = Lock(State())

    func add(_ client: Client) -> UInt {
      state.withLock { state in
        state.last += 1
        state.entries[state.last] = Entry(client: client)
        return state.last
      }
    }

    func remove(_ number: UInt) { state.withLock { _ = $0.entries.removeValue(forKey: number) } }

    /// Returns the client whose number is the bit pattern of `closure`.
    func find(_ closure: UnsafeMutableRawPointer?) -> Client? {
      let number = UInt(bitPattern: closure)
      return state.withLock { $0.entries[number]?.client }
    }
  }
#endif
