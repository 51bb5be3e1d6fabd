import Foundation
import SwitchboardTestSupport
import Testing

/// A server of one test: answers each connection with bytes, whatever the request is.
final class LoopbackServer: Sendable {
  /// The first line and the headers of a request.
  struct Request: Sendable {
    let text: String

    /// The path and the query.
    var target: String {
      let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
      return words.count > 1 ? String(words[1]) : ""
    }

    var path: String { String(target.prefix { $0 != "?" }) }

    func has(header: String) -> Bool { text.lowercased().contains("\r\n\(header.lowercased())\r\n") }

    /// The value of a parameter of the query, without percent escapes.
    subscript(name: String) -> String? { URLComponents(string: target)?.queryItems?.first { $0.name == name }?.value }
  }

  let port: UInt16
  private let listener: Int32
  private let journal = Journal<Request>()
  private let isClosing = Guarded(false)
  private let isOver = DispatchSemaphore(value: 0)

  /// The requests so far, in their order.
  var requests: [Request] { journal.entries }

  /// Listens on a port of the loopback. `answer` runs on the server's thread, for one request after the other. When it
  /// returns nil, the server closes the connection and its port.
  init(_ answer: @escaping @Sendable (Request) -> String?) throws {
    listener = socket(AF_INET, Self.stream, 0)
    try #require(listener >= 0)
    // A process that another test starts at this moment must not keep the port open.
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    let listener = listener
    port = try Self.withLoopback(0) { address, size in
      var size = size
      try #require(bind(listener, address, size) == 0 && listen(listener, 16) == 0)
      try #require(getsockname(listener, address, &size) == 0)
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
    Thread.detachNewThread { [self] in serve(answer) }
  }

  /// Closes the port. Call this once if no answer was nil.
  func close() {
    isClosing.with { $0 = true }
    // Wakes the server, which waits for a connection.
    let connection = socket(AF_INET, Self.stream, 0)
    _ = Self.withLoopback(port) { connect(connection, $0, $1) }
    Foundation.close(connection)
    isOver.wait()
  }

  /// Calls `body` with the address of a port of the loopback.
  private static func withLoopback<Result>(
    _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func serve(_ answer: (Request) -> String?) {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 || isClosing.with({ $0 }) {
        Foundation.close(connection)
        break
      }
      let request = Request(text: Self.head(of: connection))
      journal.add(request)
      let bytes = answer(request).map { Array($0.utf8) }
      Self.send(bytes ?? [], to: connection)
      Foundation.close(connection)
      if bytes == nil { break }
    }
    Foundation.close(listener)
    isOver.signal()
  }

  private static func head(of connection: Int32) -> String {
    var head: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !head.ends(with: "\r\n\r\n".utf8) {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count <= 0 { break }
      head += chunk[..<count]
    }
    return String(decoding: head, as: UTF8.self)
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A client that has gone away is no fault of the server.
      let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, quiet) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
    shutdown(connection, writing)
  }

  #if canImport(Darwin)
    private static let (stream, writing, quiet) = (SOCK_STREAM, SHUT_WR, Int32(0))
  #else
    private static let (stream, writing) = (Int32(SOCK_STREAM.rawValue), Int32(SHUT_WR))
    private static let quiet = Int32(MSG_NOSIGNAL)
  #endif
}

extension Array<UInt8> {
  fileprivate func ends(with ending: some Collection<UInt8>) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
