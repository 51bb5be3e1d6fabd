#if NATS
  import BenchmarkHarness
  import Foundation
  import SubscriberWorkloads
  import SwitchboardNATS

  /// A server of this run's own: on a free port of this machine, with a temporary directory.
  final class NATSServer {
    let address: String
    private let process: Process
    private let directory: URL

    /// The program; nil if it is not installed.
    static var program: URL? {
      Subprocess.find("nats-server")
        // Where Debian puts it. Not every user has this folder on the path.
        ?? [URL(fileURLWithPath: "/usr/sbin/nats-server")].first {
          FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }

    var transport: NATSTransport { NATSTransport(address) }

    /// Starts a server. Nil if none is installed.
    static func start() throws(FailedCheck) -> NATSServer? {
      guard let program else { return nil }
      do {
        return try NATSServer(program)
      } catch let error as FailedCheck {
        throw error
      } catch {
        throw FailedCheck("nats-server does not start: \(error.localizedDescription)")
      }
    }

    private init(_ program: URL) throws {
      let manager = FileManager.default
      directory = manager.temporaryDirectory.appendingPathComponent("switchboard-\(UUID().uuidString)")
      try manager.createDirectory(at: directory, withIntermediateDirectories: true)
      process = Process()
      process.executableURL = program
      // The server chooses the port, and writes it into a file.
      process.arguments = [
        "-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", directory.path, "-js", "-sd", directory.path,
        "-l", directory.path + "/log",
      ]
      var environment = ProcessInfo.processInfo.environment
      environment["LD_PRELOAD"] = nil
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      do {
        try process.run()
        address = try Self.address(in: directory, of: process)
      } catch {
        if process.isRunning { process.terminate() }
        try? manager.removeItem(at: directory)
        throw error
      }
    }

    /// Waits until the server has written where it listens.
    private static func address(in directory: URL, of process: Process) throws(FailedCheck) -> String {
      struct Ports: Decodable { let nats: [String] }
      let file = directory.appendingPathComponent("nats-server_\(process.processIdentifier).ports")
      for _ in 0..<1000 where process.isRunning {
        if let data = try? Data(contentsOf: file), let ports = try? JSONDecoder().decode(Ports.self, from: data),
          let address = ports.nats.first
        {
          return address
        }
        MonotonicClock.sleep(for: 10_000_000)
      }
      let log = (try? String(contentsOf: directory.appendingPathComponent("log"), encoding: .utf8)) ?? ""
      throw FailedCheck("nats-server does not start: \(log.split(separator: "\n").last ?? "it says nothing")")
    }

    /// Ends the server, and removes what it has stored.
    func stop() {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: directory)
    }
  }
#endif
