#if NATS
  internal import CNATS
  internal import Foundation
  internal import SwitchboardBroadcast
  internal import SwitchboardLink

  /// What the thread of a connection knows of the socket.
  struct SocketState: Sendable {
    /// Whether the thread reads and writes the socket. Otherwise threads of the C client do.
    var isDriven = true
    /// The socket; -1 before the C client has attached it and after the C client has stopped using the socket. If it is
    /// not driven, a descriptor of this client's own.
    var descriptor: Int32 = -1
    /// The socket that the C client has stopped using; -1 before. From version 3.10 on, the client leaves it open.
    var abandoned: Int32 = -1
    /// Whether the connection is over for the C client.
    var isEnded = false
    /// Why this engine ended the connection.
    var reason: String?
  }

  extension Client {
    // MARK: Callbacks of the C client, with the lock of its connection

    func attached(_ descriptor: Int32) {
      Descriptor.closeOnExec(descriptor)
      socket.withLock { $0.descriptor = descriptor }
    }

    func reading(_ isAdded: Bool) {
      // Without the wake, the thread would wait for a socket that the C client does not use any more.
      if !isAdded {
        socket.withLock { if $0.descriptor >= 0 { ($0.abandoned, $0.descriptor) = ($0.descriptor, -1) } }
        signal.raise()
      }
    }

    func writing(_ isAdded: Bool) {
      wantsWrite.store(isAdded, ordering: .sequentiallyConsistent)
      if isAdded, !isSending.load(ordering: .sequentiallyConsistent) { signal.raise() }
    }

    func ended() {
      socket.withLock { $0.isEnded = true }
      signal.raise()
    }

    // MARK: The thread

    /// Serves the connection until it has ended, then reports the loss.
    func serve() {
      watch()
      while true {
        signal.lower()
        timers.runDue()
        let state = socket.withLock { $0 }
        if state.isEnded { break }
        wait(state)
      }
      let reason = socket.withLock { $0.reason } ?? lastError
      detach()
      timers.end()
      let ended = subscriptions.exchange(nil)
      for ending in endings.exchange([]) { ending() }
      gate.lose(.ended(address, reason))
      keepAlive(ended)
    }

    /// Closes the socket, now that this thread polls it no more, and releases the connection. Older versions of the C
    /// client do both themselves.
    private func detach() {
      var state = socket.withLock { $0 }
      guard state.isDriven else {
        if state.descriptor >= 0 { Foundation.close(state.descriptor) }
        return
      }
      if state.abandoned >= 0 { unsafe switchboard_close_socket(&state.abandoned) }
      unsafe switchboard_detached(connection)
    }

    private var lastError: String {
      var text: UnsafePointer<CChar>?
      let code = unsafe natsConnection_GetLastError(connection, &text)
      let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
      return code == NATS_STALE_CONNECTION ? "the server does not answer any more" : words
    }

    private func wait(_ state: SocketState) {
      var polled = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
      let isPolled = state.isDriven && state.descriptor >= 0
      if isPolled {
        let writes = wantsWrite.load(ordering: .sequentiallyConsistent) ? Int16(POLLOUT) : 0
        polled.append(pollfd(fd: state.descriptor, events: Int16(POLLIN) | writes, revents: 0))
      }
      let count = unsafe poll(&polled, nfds_t(polled.count), timers.millisecondsToNext)
      guard count > 0, isPolled else { return }
      let events = polled[1].revents
      if events & Int16(POLLOUT) != 0 { writeOut() }
      if events & ~Int16(POLLOUT) != 0 {
        readings += 1
        unsafe natsConnection_ProcessReadEvent(connection)
      }
    }

    /// Writes as much as the operating system takes. Returns the number of bytes that remain.
    @discardableResult
    func writeOut() -> Int {
      writer.withLock { _ in
        if unsafe natsConnection_Buffered(connection) > 0 { unsafe natsConnection_ProcessWriteEvent(connection) }
      }
      return Int(unsafe natsConnection_Buffered(connection))
    }

    // MARK: The link's thread

    /// Writes what the link has handed over. Does not wait.
    func flush() {
      destroyFinished()
      guard socket.withLock({ $0.isDriven }) else { return }
      unsent = 0
      if wantsWrite.load(ordering: .sequentiallyConsistent), writeOut() > 0 { signal.raise() }
    }

    /// Writes when enough has been handed over, and waits if the server takes too little, for as long as it takes
    /// anything. Throws nothing, because the C client has accepted the message: the thread reports a loss, and the next
    /// message is refused.
    func relieve(_ bytes: Int) {
      unsent += bytes
      guard unsent >= Self.batch, socket.withLock({ $0.isDriven }) else { return }
      unsent = 0
      var remaining = writeOut()
      guard remaining > Self.mostWaiting else { return }
      var deadline = ContinuousClock.now + options.writeDeadline.asDelay
      while remaining > Self.mostWaiting {
        let state = socket.withLock { $0 }
        if state.isEnded || state.descriptor < 0 { return }
        if ContinuousClock.now > deadline { return cut("the server took nothing for \(options.writeDeadline.text)") }
        var polled = pollfd(fd: state.descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&polled, 1, 50)
        let before = remaining
        remaining = writeOut()
        if remaining < before { deadline = .now + options.writeDeadline.asDelay }
      }
      signal.raise()
    }

    /// Ends the connection as if the network had failed. The thread then reports the loss.
    func cut(_ reason: String) {
      socket.withLock { state in
        state.reason = reason
        // Under the lock, because the C client closes the socket only after it has told this client.
        if state.descriptor >= 0 { _ = shutdown(state.descriptor, Int32(SHUT_RDWR)) }
      }
      signal.raise()
    }

    /// The bytes after which a write is worth a system call.
    private static var batch: Int { 128 << 10 }
    /// The bytes that may wait for a slow server.
    private static var mostWaiting: Int { 256 << 10 }
  }
#endif
