#if NATS
  import Foundation
  import SwitchboardTestSupport
  import Testing

  /// A nats-server of a test, on a free port, with its own directory. It ends with this object.
  final class TestServer: Sendable {
    struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    let port: Int
    let directory: URL
    private let arguments: [String]
    private let process = Guarded<Process?>(nil)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - keepsStreams: Whether JetStream is on.
    ///   - configuration: Text for the configuration file.
    init(keepsStreams: Bool = true, configuration: String? = nil) throws {
      port = try Self.freePort()
      directory = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-nats-\(port)-\(getpid())")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      var arguments = ["-a", "127.0.0.1", "-p", String(port)]
      if keepsStreams { arguments += ["-js", "-sd", directory.path] }
      if let configuration {
        let file = directory.appendingPathComponent("server.conf")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        arguments += ["-c", file.path]
      }
      self.arguments = arguments
      try start()
    }

    deinit {
      kill()
      try? FileManager.default.removeItem(at: directory)
    }

    var url: String { "nats://127.0.0.1:\(port)" }
    /// An address with the port, for servers that encrypt.
    var encryptedURL: String { "tls://127.0.0.1:\(port)" }

    /// A file in the directory of the server.
    func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

    /// Starts the server again, with the same port and the same streams.
    func start() throws {
      // Debian's folder is not on the path of every user.
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
      let paths = folders.split(separator: ":").map { "\($0)/nats-server" }
      let path = paths.first { FileManager.default.isExecutableFile(atPath: $0) }
      guard let path else { throw Missing(description: "no nats-server; install it: apt-get install nats-server") }
      let made = Process()
      made.executableURL = URL(fileURLWithPath: path)
      made.arguments = arguments
      let output = Pipe()
      (made.standardOutput, made.standardError) = (FileHandle.nullDevice, output)
      let isReady = Mailbox<String>()
      try made.runUnblocked()
      process.with { $0 = made }
      Thread.detachNewThread {
        // Reads to the end, so that the server never waits for its log to be read.
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
          isReady.add(String(decoding: data, as: UTF8.self))
        }
      }
      try isReady.wait { $0.joined().contains("Server is ready") }
    }

    /// Ends the server at once, as a crash would.
    func kill() {
      guard let running = process.with({ $0.take() }) else { return }
      Foundation.kill(running.processIdentifier, SIGKILL)
      running.waitUntilExit()
    }

    /// Stops the server's threads, so that it neither answers nor ends the connections.
    func stall() { signal(SIGSTOP) }
    func wake() { signal(SIGCONT) }

    /// Deletes a stream, as an operator would.
    func deleteStream(_ name: String) throws { try delete("STREAM.DELETE.\(name)") }

    /// Deletes a consumer in the same way.
    func deleteConsumer(_ name: String, of stream: String) throws { try delete("CONSUMER.DELETE.\(stream).\(name)") }

    private func delete(_ request: String) throws { _ = try manage(request, until: "\"success\":true") }

    /// Sets the largest message of a stream, as an operator would.
    func limitMessages(of stream: String, to bytes: Int) throws {
      let answer = try manage("STREAM.INFO.\(stream)", until: ",\"created\"")
      let start = try #require(answer.range(of: "\"config\":")?.upperBound)
      let end = try #require(answer.range(of: ",\"created\"")?.lowerBound)
      let config = String(answer[start..<end].replacing(/"max_msg_size":-?\d+/, with: "\"max_msg_size\":\(bytes)"))
      _ = try manage("STREAM.UPDATE.\(stream)", config, until: "\"max_msg_size\":\(bytes)")
    }

    /// Asks JetStream, and returns all that comes until `end`. Speaks the protocol of NATS itself, without the engine.
    private func manage(_ request: String, _ body: String = "", until end: String) throws -> String {
      let socket = try Self.connect(to: port)
      defer { close(socket) }
      let text =
        "CONNECT {}\r\nSUB answer 1\r\nPUB $JS.API.\(request) answer \(body.utf8.count)\r\n\(body)\r\n"
      _ = send(socket, text, text.utf8.count, 0)
      var answer = ""
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !answer.contains(end) {
        let count = recv(socket, &buffer, buffer.count, 0)
        try #require(count > 0)
        answer += String(decoding: buffer.prefix(count), as: UTF8.self)
      }
      return answer
    }

    /// Returns a socket that is connected to a port of this machine.
    static func connect(to port: Int) throws -> Int32 {
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = loopback(port: UInt16(port))
      let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      return socket
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      address.sin_port = port.bigEndian
      return address
    }

    private func signal(_ number: Int32) {
      if let running = process.with({ $0 }) { Foundation.kill(running.processIdentifier, number) }
    }

    private static func freePort() throws -> Int {
      let (socket, port) = try bound()
      close(socket)
      return port
    }

    /// Returns a socket with a free port of this machine.
    static func bound() throws -> (socket: Int32, port: Int) {
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = loopback(port: 0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
        }
      }
      try #require(result)
      return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }
  }
#endif
