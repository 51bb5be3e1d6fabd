import Foundation

/// Answers as the inspector of a program does. Each answer counts, and tells the time that the program has run.
struct FakeInspector: Sendable {
  var token = "t0k-en"
  var program = "LoginFlow"
  var names = ["clicks", "user"]
  var notCounted: [String] = []
  var warnings: [String] = []
  /// Whether the rates of deliveries are known.
  var hasRates = true

  /// Returns the answer to a request, as the bytes of a connection.
  func answer(_ request: LoopbackServer.Request) -> String {
    guard request.has(header: "Authorization: Bearer \(token)") else {
      return Self.http("401 Unauthorized", ["error": "The token is wrong."])
    }
    switch request.path {
    case "/api/overview": return Self.http("200 OK", overview)
    case "/api/registries": return Self.http("200 OK", registries(request))
    case "/api/warnings": return Self.http("200 OK", list)
    default: return Self.http("404 Not Found", ["error": "There is nothing at \(request.path)."])
    }
  }

  private func rate(_ rate: Double) -> Any { hasRates ? rate : NSNull() }

  private var overview: [String: Any] {
    [
      "program": program, "process": 1234, "at": 75.5, "registries": names.count, "subscriptions": 34, "sends": 1234,
      "deliveries": 456, "sendsPerSecond": 1.5, "deliveriesPerSecond": rate(4.5), "waiting": 7, "kept": 8,
      "warnings": warnings.count, "showsValues": false, "recording": false, "notCounted": notCounted,
    ]
  }

  private func registries(_ request: LoopbackServer.Request) -> [String: Any] {
    let filter = request["filter"] ?? ""
    let found = names.indices.filter { filter.isEmpty || names[$0].contains(filter) }
    let (page, size) = (Int(request["page"] ?? "") ?? 0, Int(request["size"] ?? "") ?? 50)
    let ordered = request["order"] == "asc" ? found.reversed() : found
    let rows = ordered.dropFirst(page * size).prefix(size).map { index -> [String: Any] in
      [
        "number": index + 1, "name": names[index].isEmpty ? NSNull() : names[index],
        "type": "PublishSubject<Int, Never>", "line": "LoginFlow/Screens.swift:\(10 + index)", "kind": "subject",
        "subscribers": 3, "sends": 100, "sendsPerSecond": 2.5, "deliveries": 300, "deliveriesPerSecond": rate(7.5),
        "waiting": 0, "mostWaiting": 2, "kept": 0, "keptLimit": 0, "age": 12.5, "spark": [0, 0, 1.5],
      ]
    }
    return ["at": 75.5, "total": names.count, "matching": found.count, "page": page, "size": size, "rows": rows]
  }

  private var list: [String: Any] {
    let warnings = warnings.map { title -> [String: Any] in
      [
        "kind": "growth", "title": title, "detail": "The detail.", "remedy": "The remedy.", "line": "A/B.swift:3",
        "registry": NSNull(), "since": 10,
      ]
    }
    return ["at": 75.5, "warnings": warnings, "checks": [["kind": "growth", "state": "compared with the begin"]]]
  }

  static func http(_ status: String, _ object: [String: Any], headers: [String] = []) -> String {
    let body = (try? JSONSerialization.data(withJSONObject: object)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}

/// Calls `body` with a server that answers as `inspector`.
func withInspector<Result>(
  _ inspector: FakeInspector = FakeInspector(), _ body: (LoopbackServer, FakeInspector) throws -> Result
) throws -> Result {
  let server = try LoopbackServer { inspector.answer($0) }
  defer { server.close() }
  return try body(server, inspector)
}

/// Calls `body` with a server that answers each request with the same bytes.
func withServer<Result>(answering text: String, _ body: (LoopbackServer) throws -> Result) throws -> Result {
  let server = try LoopbackServer { _ in text }
  defer { server.close() }
  return try body(server)
}

extension LoopbackServer {
  func url(_ token: String) -> String { "http://127.0.0.1:\(port)/#token=\(token)" }
}
