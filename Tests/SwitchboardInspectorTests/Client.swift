#if Inspector
  import Foundation
  import Switchboard
  import SwitchboardInspector
  import Testing

  /// The answer of an inspector.
  struct Answer {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The answer as a JSON object.
    func object() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(text)")
    }

    /// The rows of a table.
    func rows() throws -> [[String: Any]] { try #require(try object()["rows"] as? [[String: Any]], "\(text)") }
  }

  extension Inspector {
    /// Sends a request, and waits for the answer on this thread. Needs no thread of the concurrency runtime.
    func ask(
      _ method: String = "GET", _ target: String, body: String = "", headers: [String] = [], sendsToken: Bool = true
    ) throws -> Answer {
      let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      let connected = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(connected == 0, "cannot connect: \(String(cString: strerror(errno)))")
      var lines = ["\(method) \(target) HTTP/1.1"]
      if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: \(address)") }
      if sendsToken { lines.append("Authorization: Bearer \(token)") }
      if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
      let request = (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
      _ = request.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &part, part.count, 0)
        if count <= 0 { break }
        bytes += part[..<count]
      }
      let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "no answer to \(target)")
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      let status = try #require(Int(head.split(separator: " ").dropFirst().first ?? ""))
      return Answer(status: status, head: head, body: Array(bytes[end.upperBound...]))
    }

    /// Returns the row of the registry with this name.
    func registry(_ name: String) throws -> [String: Any] {
      let filter = name.replacingOccurrences(of: " ", with: "+")
      let rows = try ask("GET", "/api/registries?filter=\(filter)&size=1000").rows()
      return try #require(rows.first { $0["name"] as? String == name }, "no registry \(name)")
    }
  }

  extension [String: Any] {
    func number(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
  }

  /// Starts an inspector for `body`, and stops it.
  func withInspector(
    showsValues: Bool = false, isolation: isolated (any Actor)? = #isolation, _ body: (Inspector) throws -> Void
  ) async throws {
    let inspector = try await Inspector.start(at: "127.0.0.1:0", showsValues: showsValues)
    let result = Result { try body(inspector) }
    await inspector.stop()
    try result.get()
  }

  /// All tests of the inspector. One at a time, because a process has one recorder.
  @Suite("The inspector", .serialized)
  struct InspectorTests {}
#endif
