#if Inspector
  import Foundation
  import SubscriberWorkloads

  /// A request to an inspector, as a page or a command sends it: one connection for each.
  struct PageRequest: Codable {
    /// `HOST:PORT`
    let address: String
    let token: String

    /// Sends a request, and returns the body of the answer. Throws if the inspector does not answer, or refuses.
    func answer(_ path: String, method: String = "GET", body: String = "") throws(FailedCheck) -> Data {
      let socket = try connected()
      defer { close(socket) }
      let request = """
        \(method) \(path) HTTP/1.1\r\nHost: \(address)\r\nAuthorization: Bearer \(token)\r\n\
        Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
        """
      guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else {
        throw FailedCheck("the inspector took no request \(path)")
      }
      var answer = Data()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
        answer.append(contentsOf: buffer[..<count])
      }
      guard let end = answer.range(of: Data("\r\n\r\n".utf8)), answer.starts(with: Data("HTTP/1.1 2".utf8)) else {
        let line = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
        throw FailedCheck("the inspector answered \(path) with \(line.isEmpty ? "nothing" : line)")
      }
      return answer[end.upperBound...]
    }

    func answer<Answer: Decodable>(
      _ path: String, method: String = "GET", body: String = "", as: Answer.Type = Answer.self
    ) throws(FailedCheck) -> Answer {
      let data = try answer(path, method: method, body: body)
      do {
        return try JSONDecoder().decode(Answer.self, from: data)
      } catch {
        throw FailedCheck("the answer to \(path) has another form: \(error)")
      }
    }

    private func connected() throws(FailedCheck) -> Int32 {
      guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]) else {
        throw FailedCheck("\(address) is no address")
      }
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      inet_pton(AF_INET, String(address[..<colon]), &place.sin_addr)
      let result = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard socket >= 0, result == 0 else { throw FailedCheck("nothing listens at \(address)") }
      return socket
    }
  }
#endif
