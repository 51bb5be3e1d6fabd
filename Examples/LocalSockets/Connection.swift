import Foundation
public import Switchboard
import Synchronization

/// One end of a connection over a Unix socket, which carries lines of text.
///
/// A started connection is open until either side closes it; no code needs to keep a reference. A connection that was
/// not started closes with its last reference.
public final class Connection: Sendable {
  /// The received lines, on the connection's queue. Completes when the connection is closed.
  public let lines = PublishSubject<String, Never>(name: "lines")
  private let descriptor: Descriptor
  private let rest = Mutex<[UInt8]>([])

  init(_ descriptor: Int32) { self.descriptor = Descriptor(descriptor) }

  /// Begins to receive. Subscribe to `lines` first.
  public func start(on queue: DispatchQueue) { descriptor.start(on: queue) { self.receive() } }

  /// Sends a line. A peer that has not read what its socket can hold is too slow, and is disconnected. After the end,
  /// does nothing.
  public func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    let isSent = descriptor.use { Foundation.send($0, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count }
    if isSent == false { close() }
  }

  /// Closes the connection, once.
  public func close() {
    if descriptor.close() { lines.sendCompleted() }
  }

  /// Reads until there is nothing more, or the end. Once the peer has closed, the source calls only once, also if lines
  /// come before the end.
  private func receive() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while let (count, error) = descriptor.use({ (read($0, &bytes, bytes.count), errno) }) {
      if count > 0 {
        take(bytes[..<count])
      } else if count == 0 || (error != EAGAIN && error != EINTR) {
        return close()
      } else if error == EAGAIN {
        return
      }
    }
  }

  /// Sends the lines that are complete.
  private func take(_ bytes: ArraySlice<UInt8>) {
    let complete = rest.withLock { rest in
      rest += bytes
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
