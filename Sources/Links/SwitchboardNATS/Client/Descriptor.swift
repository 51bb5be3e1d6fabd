#if NATS
  internal import CNATS
  internal import Foundation

  /// Descriptors that children of the program must not inherit. A child with the socket of a connection keeps the
  /// connection open after the program has ended, and the server goes on sending to it.
  enum Descriptor {
    static func closeOnExec(_ descriptor: Int32) {
      _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
    }

    /// Returns the socket of a connection whose socket belongs to the C client, which tells only its address; -1 if the
    /// connection has ended.
    static func socket(of connection: OpaquePointer?) -> Int32 {
      var text: UnsafeMutablePointer<CChar>?
      var port: Int32 = 0
      let status = unsafe natsConnection_GetLocalIPAndPort(connection, &text, &port)
      guard status == NATS_OK, let text = unsafe text else { return -1 }
      let address = unsafe String(cString: text)
      unsafe free(text)
      return all.first { hasAddress($0, address, port) } ?? -1
    }

    /// Returns another descriptor of the same socket, which the caller closes; -1 for none.
    static func copy(of socket: Int32) -> Int32 { socket < 0 ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0) }

    /// The open descriptors of the process. Without the folder that lists them, all that there may be.
    private static var all: [Int32] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")
      return names.map { $0.compactMap { Int32($0) } } ?? Array(0..<getdtablesize())
    }

    /// Whether a descriptor is a connected socket whose own end has the address.
    private static func hasAddress(_ descriptor: Int32, _ address: String, _ port: Int32) -> Bool {
      var (peer, own) = (sockaddr_storage(), sockaddr_storage())
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      var ownLength = length
      return unsafe withUnsafeMutableBytes(of: &peer) { peer in
        unsafe getpeername(descriptor, peer.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) == 0
      }
        && withUnsafeMutableBytes(of: &own) { own in
          let base = unsafe own.baseAddress?.assumingMemoryBound(to: sockaddr.self)
          return unsafe getsockname(descriptor, base, &ownLength) == 0
        } && text(&own) == (address, port)
    }

    /// The address in the words of the C client; empty if it is none of the internet.
    private static func text(_ address: inout sockaddr_storage) -> (String, Int32) {
      let family = Int32(address.ss_family)
      guard family == AF_INET || family == AF_INET6 else { return ("", 0) }
      return unsafe withUnsafeBytes(of: &address) { bytes in
        // In both families the port follows the family. The address comes next, or after the flow of IPv6.
        let port = unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        let place = unsafe bytes.baseAddress?.advanced(by: family == AF_INET ? 4 : 8)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
          guard let base = buffer.baseAddress, let place = unsafe place,
            unsafe inet_ntop(family, place, base, socklen_t(buffer.count)) != nil
          else { return ("", 0) }
          return (unsafe String(cString: base), Int32(port))
        }
      }
    }
  }
#endif
