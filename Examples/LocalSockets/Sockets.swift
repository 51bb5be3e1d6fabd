public import Foundation
public import Switchboard

/// A failed call of the system, with advice for the user of the program.
public struct SocketError: Error, CustomStringConvertible {
  public let description: String
}

/// Opens a connection to the program that listens at `path`.
public func connect(to path: String) throws(SocketError) -> Connection {
  let descriptor = try makeSocket()
  if try withAddress(path, { Foundation.connect(descriptor, $0, $1) }) != 0 {
    let reason = reason()
    close(descriptor)
    throw SocketError(description: "no program listens at \(path) (\(reason)); start one first")
  }
  return Connection(descriptor)
}

/// Accepts connections at a path. Removes the path when it is closed.
public final class Listener: Sendable {
  /// New connections, on the listener's queue. A connection that no subscriber keeps or starts is closed.
  public let connections = PublishSubject<Connection, Never>(name: "connections")
  private let path: String
  private let descriptor: Descriptor

  /// From here on others can connect. They wait until the listener is started.
  public init(path: String) throws(SocketError) {
    if let other = try? connect(to: path) {
      other.close()
      throw SocketError(description: "another program listens at \(path); stop it, or choose another path")
    }
    self.path = path
    let descriptor = try makeSocket()
    // A program that was killed leaves its path behind. A file that is no socket stays.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    if try withAddress(path, { bind(descriptor, $0, $1) }) != 0 || listen(descriptor, SOMAXCONN) != 0 {
      let reason = reason()
      Foundation.close(descriptor)
      throw SocketError(description: "cannot listen at \(path): \(reason)")
    }
    self.descriptor = Descriptor(descriptor)
  }

  /// Begins to accept. Subscribe to `connections` first.
  public func start(on queue: DispatchQueue) { descriptor.start(on: queue) { self.acceptAll() } }

  public func close() {
    if descriptor.close() { unlink(path) }
  }

  private func acceptAll() {
    while let (accepted, error) = descriptor.use({ (accept($0, nil, nil), errno) }) {
      if accepted >= 0 {
        connections.send(Connection(accepted))
        continue
      }
      if error == EMFILE || error == ENFILE {
        complain("no more connections: \(String(cString: strerror(error)))")
        close()
      }
      return
    }
  }
}

/// Raises the limit of open files for `count` connections, as far as the system allows. Returns how many of them the
/// limit allows.
public func raiseFileLimit(for count: Int) -> Int {
  let needed = rlim_t(neededFiles(for: count))
  var limit = rlimit()
  getrlimit(openFiles, &limit)
  if limit.rlim_cur < needed {
    limit.rlim_cur = min(needed, limit.rlim_max)
    // Some systems allow less than the limit that they name.
    setrlimit(openFiles, &limit)
    getrlimit(openFiles, &limit)
  }
  return max(0, Int(min(needed, limit.rlim_cur)) - neededFiles(for: 0))
}

/// The open files of a program with `count` connections, which has a few others besides.
public func neededFiles(for count: Int) -> Int { count + 64 }

#if canImport(Darwin)
  private let openFiles = RLIMIT_NOFILE
#else
  private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif

private func makeSocket() throws(SocketError) -> Int32 {
  #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
  #else
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #endif
  if descriptor < 0 { throw SocketError(description: "cannot make a socket: \(reason())") }
  return descriptor
}

private func withAddress(
  _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws(SocketError) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  let capacity = MemoryLayout.size(ofValue: address.sun_path)
  if bytes.isEmpty || bytes.count >= capacity {
    throw SocketError(description: "the path of a socket has 1 to \(capacity - 1) bytes, and this has \(bytes.count)")
  }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

private func reason() -> String { String(cString: strerror(errno)) }
