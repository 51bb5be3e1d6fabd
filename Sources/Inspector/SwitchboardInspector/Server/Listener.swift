#if Inspector
  internal import NIOCore

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The socket at which an inspector listens. Made here and not by NIO, because children of the program must not
  /// inherit the socket, and because a socket with a path is for the user alone from its first moment.
  enum Listener {
    /// Returns a bound socket.
    ///
    /// - Throws: ``InspectorError``.
    static func bound(to place: ListeningAddress, _ text: String) throws(InspectorError) -> CInt {
      switch place {
      case .path(let path):
        if isAbandoned(path) { unsafe unlink(path) }
        return try bound(text) { () throws(InspectorError) in try pathAddress(path, text) }
      case .socket(let address, _):
        return try bound(text) { () throws(InspectorError) in address }
      }
    }

    private static func bound(
      _ text: String, _ address: () throws(InspectorError) -> SocketAddress
    ) throws(InspectorError) -> CInt {
      let address = try address()
      let descriptor = closedOnExec(family(address))
      guard descriptor >= 0 else { throw failure(text) }
      var isOn: CInt = 1
      if case .unixDomainSocket = address {
        fchmod(descriptor, 0o600)
      } else {
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<CInt>.size))
      }
      let result = unsafe address.withSockAddr { unsafe bind(descriptor, $0, socklen_t($1)) }
      guard result == 0 else {
        let reason = failure(text)
        close(descriptor)
        throw reason
      }
      if let path = address.pathname, case .unixDomainSocket = address { unsafe chmod(path, 0o600) }
      return descriptor
    }

    private static func pathAddress(_ path: String, _ text: String) throws(InspectorError) -> SocketAddress {
      do { return try SocketAddress(unixDomainSocketPath: path) } catch { throw .badAddress(text) }
    }

    private static func family(_ address: SocketAddress) -> CInt {
      switch address {
      case .v4: AF_INET
      case .v6: AF_INET6
      case .unixDomainSocket: AF_UNIX
      }
    }

    private static func closedOnExec(_ family: CInt) -> CInt {
      #if canImport(Darwin)
        let descriptor = socket(family, SOCK_STREAM, 0)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
      #else
        return socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      #endif
    }

    private static func failure(_ text: String) -> InspectorError {
      errno == EADDRINUSE
        ? .inUse(text) : .system(address: text, reason: unsafe String(cString: strerror(errno)))
    }

    /// Returns whether `path` is a socket at which nothing listens any more. Does not wait: a listener may be there and
    /// accept nothing.
    private static func isAbandoned(_ path: String) -> Bool {
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
        let address = try? SocketAddress(unixDomainSocketPath: path)
      else { return false }
      let descriptor = closedOnExec(AF_UNIX)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let result = unsafe address.withSockAddr { unsafe connect(descriptor, $0, socklen_t($1)) }
      return result != 0 && errno == ECONNREFUSED
    }

    /// Returns whether the process may open as many descriptors as an inspector needs. NIO ends the program otherwise.
    static var hasDescriptors: Bool {
      let descriptors = (0..<8).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
      defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
      return descriptors.allSatisfy { $0 >= 0 }
    }
  }
#endif
