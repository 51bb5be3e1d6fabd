import LocalSockets
import SwitchboardLink

#if NATS
  import SwitchboardNATS

  /// Returns the engine that links programs through a server.
  func serverEngine(_ server: String) -> any EventTransport { NATSTransport(server) }
#else
  /// Ends the program, because it was built without an engine for a server.
  func serverEngine(_ server: String) -> any EventTransport {
    fail(
      """
      Orders: only a program with the trait NATS talks to other programs.
      Install libnats, on Debian with apt-get install libnats-dev nats-server, and then:
        swift run --package-path Examples --traits NATS Orders shop
      """, status: 64)
  }
#endif
