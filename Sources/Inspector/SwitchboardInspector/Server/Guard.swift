#if Inspector
  internal import NIOHTTP1

  /// Decides who is answered. The browser of a developer also shows pages of strangers, which can send requests to this
  /// machine:
  ///
  /// - A page cannot read the token, and cannot add the header that carries the token without asking first. The
  ///   inspector does not allow that.
  /// - A name of the stranger may be made to lead to this machine. Then the browser takes the page for one of the
  ///   inspector's. `Host` still is the stranger's name.
  struct Guard: Sendable {
    let token: String
    /// The values of `Host` that lead here; nil if every name may, because the inspector has many addresses or none.
    let hosts: Set<String>?

    init(token: String, host: String?, port: Int) {
      self.token = token
      let single = host == "0.0.0.0" || host == "::" ? nil : host
      hosts = single.map { host in
        let literal = host.contains(":") ? "[\(host)]" : host
        let names = [literal, "localhost", "127.0.0.1", "[::1]"]
        // Browsers leave out the port that HTTP has if no other is named.
        return Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
      }
    }

    /// - Throws: ``RequestError``, if the request comes from a page of another site, or by another name.
    func checkOrigin(_ request: Request) throws(RequestError) {
      let given = request.headers["Host"]
      guard given.count == 1 else { throw RequestError(.badRequest, "The request needs one Host header.") }
      if let hosts, !hosts.contains(given[0].lowercased()) {
        throw RequestError(
          .misdirectedRequest, "The inspector is not known by this name: use the address that the program printed.")
      }
      for origin in request.headers["Origin"] where origin.lowercased() != "http://\(given[0].lowercased())" {
        throw RequestError(.forbidden, "A page of another site may not ask the inspector.")
      }
    }

    /// - Throws: ``RequestError``, if the request does not carry the token.
    func checkToken(_ request: Request) throws(RequestError) {
      let given = request.headers["Authorization"]
      guard given.count == 1, given[0].lowercased().hasPrefix("bearer "),
        Self.areEqual(String(given[0].dropFirst(7)), token)
      else {
        throw RequestError(
          .unauthorized, "The token is missing or wrong: open the URL that the program printed when it started.")
      }
    }

    /// Compares in a time that does not tell how much is right.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
      let (left, right) = (Array(left.utf8), Array(right.utf8))
      var difference = UInt8(left.count == right.count ? 0 : 1)
      for index in right.indices { difference |= right[index] ^ (index < left.count ? left[index] : 0) }
      return difference == 0
    }

    /// A new token of 128 random bits.
    static func newToken() -> String {
      var generator = SystemRandomNumberGenerator()
      return (0..<2).map { _ in
        let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
    }
  }
#endif
