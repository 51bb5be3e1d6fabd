#if Inspector
  internal import NIOCore

  /// The place where an inspector listens.
  enum ListeningAddress: Sendable {
    case socket(SocketAddress, host: String)
    case path(String)

    /// - Throws: ``InspectorError/badAddress(_:)`` or ``InspectorError/reachable(_:)``.
    init(_ text: String, allowsOtherMachines: Bool) throws(InspectorError) {
      if text.hasPrefix("unix:") {
        let path = String(text.dropFirst(5))
        // The system's addresses have room for so many bytes.
        guard !path.isEmpty, path.utf8.count < 104 else { throw .badAddress(text) }
        self = .path(path)
        return
      }
      guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
        throw .badAddress(text)
      }
      var host = String(text[..<colon])
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
      } else if host.contains(":") {
        throw .badAddress(text)
      }
      let literal = host == "localhost" ? "127.0.0.1" : host
      guard let address = try? SocketAddress(ipAddress: literal, port: Int(port)) else { throw .badAddress(text) }
      guard allowsOtherMachines || Self.isLoopback(address) else { throw .reachable(text) }
      self = .socket(address, host: host)
    }

    private static func isLoopback(_ address: SocketAddress) -> Bool {
      switch address {
      case .v4: address.ipAddress?.hasPrefix("127.") == true
      case .v6: address.ipAddress == "::1"
      case .unixDomainSocket: true
      }
    }
  }
#endif
