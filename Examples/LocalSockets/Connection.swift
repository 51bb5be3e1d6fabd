import Foundation
public import Switchboard
import Synchronization

/// One end of a connection over a Unix socket, which carries lines of text.
///
/// The connection is open until either side closes it. Until then nobody needs to keep it.
public final class Connection: Sendable {
  /// The received lines, on the connection's queue. Completes when the connection is closed.
  public let lines = PublishSubject<String, Never>(name: "lines")
  /// The descriptor, while the connection is open. The lock keeps a closed descriptor from being used.
  private let descriptor: Mutex<Int32?>
  private let rest = Mutex<[UInt8]>([])
  private let source = Mutex<Reader?>(nil)

  init(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.descriptor = Mutex(descriptor)
  }

  /// Begins to receive. Subscribe to `lines` first.
  public func start(on queue: DispatchQueue) {
    let reader = descriptor.withLock { descriptor -> (any DispatchSourceRead)? in
      guard let number = descriptor else { return nil }
      let reader = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
      // The source keeps the connection until it is cancelled.
      reader.setEventHandler { self.receive() }
      reader.setCancelHandler { Foundation.close(number) }
      return reader
    }
    guard let reader else { return }
    let started = Reader(source: reader)
    source.withLock { $0 = started }
    reader.activate()
  }

  /// Sends a line. A peer that has not read what its socket can hold is too slow, and is disconnected. After the end,
  /// does nothing.
  public func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    let isSent = descriptor.withLock { descriptor in
      descriptor.map { Foundation.send($0, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count } ?? true
    }
    if !isSent { close() }
  }

  /// Closes the connection, once.
  public func close() {
    if descriptor.withLock({ $0.take() }) == nil { return }
    source.withLock({ $0.take() })?.source.cancel()
    lines.sendCompleted()
  }

  private func receive() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = descriptor.withLock { $0.map { read($0, &bytes, bytes.count) } ?? 0 }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    if count <= 0 { return close() }
    let complete = rest.withLock { rest in
      rest += bytes[..<count]
      guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [UInt8]() }
      defer { rest.removeFirst(end + 1) }
      return Array(rest[..<end])
    }
    if complete.isEmpty { return }
    for line in complete.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines.send(String(decoding: line, as: UTF8.self))
    }
  }
}

/// Sources may be used on any thread.
private struct Reader: @unchecked Sendable {
  let source: any DispatchSourceRead
}
