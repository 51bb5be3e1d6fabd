#if NATS
  internal import CNATS
  internal import Foundation
  internal import SwitchboardBroadcast

  /// The options of the C client for one connection.
  @safe
  struct ClientOptions: ~Copyable {
    /// The options in C. Owned by this value.
    private(set) var pointer: OpaquePointer?
    /// The first call that failed, with the client's words.
    private(set) var failure: Status?

    init() {
      var created: OpaquePointer?
      failure = unsafe Status(natsOptions_Create(&created)).failure
      unsafe pointer = created
    }

    deinit { unsafe natsOptions_Destroy(pointer) }

    /// Whether the connection is encrypted from the start, as the addresses or the options say.
    static func isEncrypted(_ servers: [String], _ options: NATSOptions) -> Bool {
      options.tls != nil || servers.contains { $0.hasPrefix("tls://") }
    }

    /// Makes one call, unless an earlier call failed.
    private mutating func set(_ call: (OpaquePointer?) -> natsStatus) {
      if failure == nil { failure = unsafe Status(call(pointer)).failure }
    }

    /// Sets how to reach the servers. The client never reconnects, and does not echo.
    mutating func reach(_ servers: [String], _ options: NATSOptions) {
      var texts = unsafe servers.map { unsafe strdup($0).map { unsafe UnsafePointer($0) } }
      defer { unsafe texts.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
      unsafe set { unsafe natsOptions_SetServers($0, &texts, Int32(servers.count)) }
      unsafe set { unsafe natsOptions_SetAllowReconnect($0, false) }
      unsafe set { unsafe natsOptions_SetNoEcho($0, true) }
      unsafe set { unsafe natsOptions_SetIgnoreDiscoveredServers($0, true) }
      unsafe set { unsafe natsOptions_SetTimeout($0, options.connectTimeout.milliseconds) }
      unsafe set { unsafe natsOptions_SetPingInterval($0, options.pingInterval.milliseconds) }
      // `Pulse` decides, because the answer to a ping may wait behind data. The C client, which looks only at answers,
      // ends a connection on which data comes although nothing that is sent arrives.
      unsafe set { unsafe natsOptions_SetMaxPingsOut($0, Int32(clamping: min(options.mostPingsOut, 1 << 20) * 10)) }
      unsafe set { unsafe natsOptions_SetWriteDeadline($0, options.writeDeadline.milliseconds) }
      unsafe set { unsafe natsOptions_SetName($0, options.name) }
      // All subscriptions of the process share one thread. A thread for each would cost hundreds of threads.
      unsafe set { unsafe natsOptions_UseGlobalMessageDelivery($0, true) }
    }

    /// Sets the credentials.
    mutating func identify(_ credentials: NATSCredentials) {
      switch credentials {
      case .none: break
      case .user(let name, let password): unsafe set { unsafe natsOptions_SetUserInfo($0, name, password) }
      case .token(let token): unsafe set { unsafe natsOptions_SetToken($0, token) }
      case .nkey(let key, let seedFile): unsafe set { unsafe natsOptions_SetNKeyFromSeed($0, key, seedFile) }
      case .credentialsFile(let path): unsafe set { unsafe natsOptions_SetUserCredentialsFromFiles($0, path, nil) }
      }
    }

    /// Sets the encryption.
    mutating func encrypt(_ tls: NATSTLS) {
      unsafe set { unsafe natsOptions_SetSecure($0, true) }
      if let file = tls.caFile { unsafe set { unsafe natsOptions_LoadCATrustedCertificates($0, file) } }
      if let file = tls.certificateFile {
        unsafe set { unsafe natsOptions_LoadCertificatesChain($0, file, tls.keyFile ?? file) }
      }
      if let hostname = tls.hostname { unsafe set { unsafe natsOptions_SetExpectedHostname($0, hostname) } }
      if !tls.isVerified { unsafe set { unsafe natsOptions_SkipServerVerification($0, true) } }
    }

    /// Makes the C client report errors by the client's number. See ``Clients``.
    mutating func report(to number: UInt) {
      let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
      unsafe set {
        unsafe natsOptions_SetErrorHandler(
          $0,
          { _, _, status, closure in
            unsafe Clients.shared.find(closure)?.failed(Status(status))
          }, closure)
      }
    }

    /// Makes the C client report the end of a connection whose socket belongs to threads of the C client. For the
    /// connections that ``drive(by:)`` prepares, the report could come before the last call with a pointer.
    mutating func reportEnd(to number: UInt) {
      let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
      unsafe set {
        unsafe natsOptions_SetClosedCB($0, { _, closure in unsafe Clients.shared.find(closure)?.ended() }, closure)
      }
    }

    /// Makes `client` read and write the socket, instead of two threads of the C client.
    ///
    /// The C client writes after a pause of 1 ms, which would delay each request and each reply. `client` must live
    /// until ``Client/ended()`` has been called.
    mutating func drive(by client: Client) {
      let loop = unsafe Unmanaged.passUnretained(client).toOpaque()
      unsafe set {
        unsafe natsOptions_SetEventLoop(
          $0, loop,
          { userData, loop, _, socket in
            unsafe userData?.pointee = loop
            unsafe Client.of(loop)?.attached(socket)
            return NATS_OK
          },
          { data, isAdded in
            unsafe Client.of(data)?.reading(isAdded)
            return NATS_OK
          },
          { data, isAdded in
            unsafe Client.of(data)?.writing(isAdded)
            return NATS_OK
          },
          { data in
            unsafe Client.of(data)?.ended()
            return NATS_OK
          })
      }
      // Otherwise the client starts a thread that would have nothing to do.
      unsafe set { unsafe natsOptions_SetSendAsap($0, true) }
    }
  }

  extension Duration {
    /// The time in milliseconds, at least 1. At most 24 days, because the C client passes the rest of a time to `poll`
    /// in 32 bits.
    var milliseconds: Int64 { Swift.min(Swift.max(1, nanoseconds / 1_000_000), Int64(Int32.max)) }
  }
#endif
