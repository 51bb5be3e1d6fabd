import LocalSockets
import SwitchboardLink

#if NATS
  import SwitchboardNATS

  /// Returns the engine that links programs through a server.
  func serverEngine(_ options: Options) -> any EventTransport { NATSTransport(options.server) }
#else
  /// Ends the program, because it was built without an engine for a server.
  func serverEngine(_ options: Options) -> any EventTransport {
    fail(
      """
      Orders: this program was built without the trait NATS, and talks to no other program.
      Install libnats, on Debian with apt-get install libnats-dev nats-server, and then:
        swift run --package-path Examples --traits NATS Orders \(options.part)
      """, status: 64)
  }
#endif
