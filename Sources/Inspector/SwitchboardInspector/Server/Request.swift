#if Inspector
  internal import NIOCore
  internal import NIOHTTP1

  /// A request, as far as the inspector looks at it.
  struct Request {
    let method: HTTPMethod
    /// The path without the query, such as `/api/registries/5`.
    let path: String
    let query: [String: String]
    let headers: HTTPHeaders
    /// Whether a percent sign in the query begins no character.
    let isMalformed: Bool
    var body: [UInt8] = []

    init(_ head: HTTPRequestHead) {
      (method, headers) = (head.method, head.headers)
      let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      path = String(parts.first ?? "")
      var query: [String: String] = [:]
      var isMalformed = false
      for field in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if let name = Self.decoded(sides[0]), let value = sides.count > 1 ? Self.decoded(sides[1]) : "" {
          query[name] = value
        } else {
          isMalformed = true
        }
      }
      (self.query, self.isMalformed) = (query, isMalformed)
    }

    /// Returns the text without percent signs and plus signs, or nil if it is malformed.
    private static func decoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
        case UInt8(ascii: "%"):
          guard let high = rest.popFirst(), let low = rest.popFirst(),
            let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
          else { return nil }
          bytes.append(value)
        default: bytes.append(byte)
        }
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  /// The answer to a request.
  struct Response {
    var status = HTTPResponseStatus.ok
    var type = "application/json; charset=utf-8"
    var body: ByteBuffer
    /// The name under which a browser stores the answer.
    var fileName: String?

    init(_ bytes: [UInt8], type: String) { self.init(ByteBuffer(bytes: bytes), type: type) }

    init(_ body: ByteBuffer, type: String) { (self.body, self.type) = (body, type) }

    /// The value as JSON; an error with the status 500 if it cannot be encoded.
    init(_ value: some Encodable, status: HTTPResponseStatus = .ok) {
      do {
        body = try JSON.encoded(value)
        self.status = status
      } catch {
        self = RequestError(.internalServerError, "The answer cannot be encoded: \(error)").response
      }
    }
  }

  /// An answer that says what is wrong with the request.
  struct RequestError: Error {
    let status: HTTPResponseStatus
    let reason: String

    init(_ status: HTTPResponseStatus, _ reason: String) { (self.status, self.reason) = (status, reason) }

    var response: Response { Response(["error": reason], status: status) }
  }
#endif
