#if Inspector
  internal import NIOPosix
  internal import SwitchboardBroadcast
  internal import Synchronization

  /// A page, served by the program itself, that shows what the program does: who listens to what, what is busy, and
  /// what grows.
  ///
  /// ```swift
  /// let inspector = try await Inspector.start()
  /// print(inspector.url)
  /// ```
  /// Open the URL in a browser, or in a terminal with `switchboard-trace top URL`. A program that links `Switchboard`
  /// with the trait `Inspector` needs no code: `SWITCHBOARD_INSPECTOR=127.0.0.1:7070 program` starts an inspector
  /// before `main`, and prints the URL on standard error.
  ///
  /// The page shows types, names and source lines, but no values. Subtypes of events, and keys of boards that are not
  /// literals, count as values. Whoever reads the page needs the token in the URL, which is new for each inspector.
  ///
  /// Cost: the counts cost about 1 ns per call of a handler, 64 bytes per subscription and 104 bytes per registry,
  /// whether or not an inspector runs. While a page is open, an inspector reads all counts once a second. A recorded
  /// burst makes sends slower for as long as it lasts.
  /// Threading: every member may be called from any thread. The inspector has a thread of its own, so it answers also
  /// while all threads of Swift's concurrency runtime are blocked.
  public final class Inspector: Sendable {
    private let server: Server
    private let group: MultiThreadedEventLoopGroup
    private let isStopped = Atomic<Bool>(false)

    /// The address in use, such as `127.0.0.1:7070` or `unix:/tmp/app.sock`.
    public let address: String
    /// The secret without which the inspector answers nothing.
    public let token: String
    /// The address of the page, with the token.
    public var url: String { server.url }

    private init(_ server: Server, _ group: MultiThreadedEventLoopGroup) {
      (self.server, self.group) = (server, group)
      (address, token) = (server.address, server.token)
    }

    /// Starts an inspector.
    ///
    /// - Parameters:
    ///   - address: `HOST:PORT` with the host `localhost`, an IPv4 address or an IPv6 address in brackets; port 0 takes
    ///     a free port. Or `unix:PATH`, for a socket that only the program's user can open.
    ///   - showsValues: Whether subtypes of events and keys that are made at run time are shown.
    ///   - allowsOtherMachines: Whether `address` may be one that other machines can reach. The connection is not
    ///     encrypted, so the token can be read on the way. A tunnel, such as `ssh -L`, is safer.
    ///   - fileID: The file that leak reports name.
    ///   - line: The line that leak reports name.
    /// - Throws: ``InspectorError``.
    public static func start(
      at address: String = "127.0.0.1:7070", showsValues: Bool = false, allowsOtherMachines: Bool = false,
      fileID: StaticString = #fileID, line: UInt32 = #line
    ) async throws -> Inspector {
      let place = try ListeningAddress(address, allowsOtherMachines: allowsOtherMachines)
      let group = try Server.makeGroup(address)
      do {
        let server = try await Server.start(at: place, address, showsValues, on: group.next()).get()
        // The event loop keeps the channel until `stop()`, with or without the inspector.
        Probe.made(server.channel, as: Inspector.self, name: server.address, fileID: fileID, line: line)
        return Inspector(server, group)
      } catch {
        try? await group.shutdownGracefully()
        throw InspectorError(error, address: address)
      }
    }

    /// Starts an inspector, and blocks the thread until it listens.
    static func startBlocking(at address: String) throws -> Inspector {
      let place = try ListeningAddress(address, allowsOtherMachines: false)
      let group = try Server.makeGroup(address)
      do {
        return Inspector(try Server.start(at: place, address, false, on: group.next()).wait(), group)
      } catch {
        group.shutdownGracefully { _ in }
        throw InspectorError(error, address: address)
      }
    }

    /// Stops the inspector: closes its connections, and ends a burst that is being recorded. A second call does
    /// nothing.
    public func stop() async {
      if isStopped.exchange(true, ordering: .acquiringAndReleasing) { return }
      await server.stop()
      try? await group.shutdownGracefully()
    }
  }
#else
  /// Needs the trait `Inspector`, which downloads swift-nio.
  @available(*, unavailable, message: "enable the trait Inspector: .package(…, traits: [\"Inspector\"])")
  public final class Inspector: Sendable {
    /// Takes what the function of the trait takes, so that the compiler's first message names the trait.
    public static func start(
      at address: String = "", showsValues: Bool = false, allowsOtherMachines: Bool = false
    ) async throws -> Inspector {
      fatalError("enable the trait Inspector")
    }
  }
#endif
