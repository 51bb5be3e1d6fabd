#if Inspector
  internal import CSwitchboardTracing
  internal import NIOCore
  internal import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The server of an inspector.
  ///
  /// Limits, so that no client can harm the program: 32 connections at a time, 64 KiB and 5 seconds for a request, 30
  /// seconds for a connection, one request per connection. Without a free descriptor, the server tries again after a
  /// second.
  final class Server: Sendable {
    let address: String
    let token: String
    let url: String
    let channel: any Channel
    private let router: NIOLoopBound<Router>
    private let path: String?

    private init(_ channel: any Channel, _ router: NIOLoopBound<Router>, _ guarding: Guard, _ place: ListeningAddress) {
      (self.channel, self.router, token) = (channel, router, guarding.token)
      switch place {
      case .path(let path):
        self.path = path
        address = "unix:\(path)"
        // Browsers cannot open such a socket; other programs need the token alone.
        url = "http://localhost/#token=\(token)"
      case .socket(_, let host):
        path = nil
        address = "\(host.contains(":") ? "[\(host)]" : host):\(channel.localAddress?.port ?? 0)"
        url = "http://\(address)/#token=\(token)"
      }
    }

    /// Makes the thread of an inspector. The thread takes no signals of the program, and records nothing.
    static func makeGroup(_ address: String) throws(InspectorError) -> MultiThreadedEventLoopGroup {
      guard Listener.hasDescriptors else {
        throw .system(address: address, reason: "the process has no free file descriptors")
      }
      var all = sigset_t()
      var before = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      group.next().execute {
        unsafe switchboard_trace_name_thread("inspector")
        switchboard_trace_mute()
      }
      return group
    }

    static func start(
      at place: ListeningAddress, _ text: String, _ showsValues: Bool, on loop: any EventLoop
    ) -> EventLoopFuture<Server> {
      loop.flatSubmit {
        let router = Router(showsValues: showsValues)
        router.burst.use(loop)
        let bound = NIOLoopBound(router, eventLoop: loop)
        // NIO ignores the signal in the whole process, and with that in the children. The inspector does not need that,
        // because its thread blocks all signals.
        var action = sigaction()
        unsafe sigaction(SIGPIPE, nil, &action)
        let bootstrap = ServerBootstrap(group: loop)
          .serverChannelOption(.backlog, value: 64)
          .serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(AcceptPause())
            }
          }
          .childChannelOption(.maxMessagesPerRead, value: 4)
          .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              try Inheritance.end(of: channel)
              try bound.value.admit(channel)
            }
          }
        let binding: EventLoopFuture<any Channel>
        do {
          binding = bootstrap.withBoundSocket(try Listener.bound(to: place, text))
        } catch {
          return loop.makeFailedFuture(error)
        }
        let restored = NIOLoopBound(action, eventLoop: loop)
        return binding.flatMapThrowing { channel in
          try Inheritance.endOfQueue(watching: channel)
          var action = restored.value
          unsafe sigaction(SIGPIPE, &action, nil)
          var host: String?
          if case .socket(_, let name) = place { host = name }
          let guarding = Guard(token: Guard.newToken(), host: host, port: channel.localAddress?.port ?? 0)
          bound.value.guarding = guarding
          return Server(channel, bound, guarding, place)
        }
      }
    }

    func stop() async {
      let router = router
      try? await channel.close()
      try? await channel.eventLoop.submit { router.value.stop() }.get()
      if let path { unsafe unlink(path) }
    }
  }
#endif
