#if NATS
  internal import CNATS
  internal import Foundation

  enum Descriptor {
    /// Returns a descriptor of its own for the socket of a connection whose descriptor the C client keeps to itself; -1
    /// if the connection has ended. The caller closes it.
    static func copy(of connection: OpaquePointer?, to address: String) -> Int32 {
      var ip: UnsafeMutablePointer<CChar>?
      var port: Int32 = 0
      let code = unsafe natsConnection_GetLocalIPAndPort(connection, &ip, &port)
      defer { unsafe free(ip) }
      guard code == NATS_OK, let peer = address.split(separator: ":").last.flatMap({ Int32($0) }) else { return -1 }
      return unsafe switchboard_copy_socket(ip, port, peer)
    }
  }
#endif
