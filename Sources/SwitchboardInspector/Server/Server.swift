#if Inspector
  internal import CSwitchboardTracing
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The socket of an inspector, and the connections.
  ///
  /// Limits, so that no client can harm the program: 32 connections at a time, 64 KiB and 5 seconds for a request, 30
  /// seconds for a connection, one request per connection.
  final class Server: Sendable {
    let address: String
    let token: String
    let url: String
    private let channel: any Channel
    private let desk: NIOLoopBound<Desk>
    private let path: String?

    private init(_ channel: any Channel, _ desk: Desk, _ guarding: Guard, _ place: ListeningAddress) {
      self.channel = channel
      self.desk = NIOLoopBound(desk, eventLoop: channel.eventLoop)
      token = guarding.token
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
    static func makeGroup() -> MultiThreadedEventLoopGroup {
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
      at place: ListeningAddress, _ showsValues: Bool, on loop: any EventLoop
    ) -> EventLoopFuture<Server> {
      loop.flatSubmit {
        let desk = Desk(showsValues: showsValues)
        desk.burst.use(loop)
        let bound = NIOLoopBound(desk, eventLoop: loop)
        let bootstrap = ServerBootstrap(group: loop)
          .serverChannelOption(.backlog, value: 64)
          .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
          .childChannelOption(.maxMessagesPerRead, value: 4)
          .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try bound.value.admit(channel) }
          }
        let binding: EventLoopFuture<any Channel> =
          switch place {
          case .path(let path): bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: isAbandoned(path))
          case .socket(let address, _): bootstrap.bind(to: address)
          }
        return binding.map { channel in
          var host: String?
          switch place {
          case .path(let path): unsafe chmod(path, 0o600)
          case .socket(_, let name): host = name
          }
          let guarding = Guard(token: Guard.newToken(), host: host, port: channel.localAddress?.port ?? 0)
          bound.value.guarding = guarding
          return Server(channel, bound.value, guarding, place)
        }
      }
    }

    /// Returns whether `path` is a socket at which nothing listens any more.
    private static func isAbandoned(_ path: String) -> Bool {
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
      let descriptor = socket(AF_UNIX, streamType, 0)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let result = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      return result != 0 && errno == ECONNREFUSED
    }

    #if canImport(Darwin)
      private static var streamType: Int32 { SOCK_STREAM }
    #else
      private static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
    #endif

    func stop() async {
      let desk = desk
      try? await channel.close()
      try? await channel.eventLoop.submit { desk.value.stop() }.get()
      if let path { unsafe unlink(path) }
    }
  }
#endif
