#if Tools
  import Foundation

  /// Where an inspector answers, and the token that it wants.
  struct InspectorAddress: Sendable {
    /// The scheme, host and port, for messages.
    let name: String
    let token: String
    private let base: URLComponents

    static let tokenVariable = "SWITCHBOARD_INSPECTOR_TOKEN"

    /// Reads what a program with an inspector prints, `http://127.0.0.1:7070/#token=TOKEN`. The scheme may be missing,
    /// and the token may come from `tokenFile` or the environment instead.
    ///
    /// Ends the command with status 64 for a text without a host or a token, and with status 66 if the file cannot be
    /// opened.
    init(_ text: String, tokenFile: String?) throws {
      let isWhole = text.contains("://")
      guard let given = URLComponents(string: isWhole ? text : "http://" + text), let host = given.host, !host.isEmpty
      else {
        throw Failure.usage("“\(text.visible)” is no URL with a host. \(Self.example)").reported()
      }
      guard given.scheme?.lowercased() == "http" else {
        throw Failure.usage("“\(text.visible)” does not begin with http://. \(Self.example)").reported()
      }
      var base = URLComponents()
      (base.scheme, base.host, base.port) = ("http", host, given.port)
      guard let address = base.string else {
        throw Failure.usage("“\(text.visible)” is no URL with a host. \(Self.example)").reported()
      }
      self.base = base
      name = address.visible
      token = try Self.token(given, tokenFile)
    }

    /// Returns the URL of a path and a query; nil if the address cannot be a part of one.
    func url(_ path: String, _ query: [(name: String, value: String)] = []) -> URL? {
      var components = base
      components.path = path
      if !query.isEmpty {
        components.percentEncodedQuery = query.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
      }
      return components.url
    }

    private static let example = "Copy the URL that the program prints, such as 'http://127.0.0.1:7070/#token=TOKEN'."

    private static func token(_ given: URLComponents, _ file: String?) throws -> String {
      let key = "token="
      let parts = given.fragment?.split(separator: "&") ?? []
      let inURL = parts.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
      if file != nil, inURL != nil {
        throw Failure.usage("the URL and --token-file both give a token. Leave out one of them.").reported()
      }
      let inFile = try file.map { String(decoding: try InputBytes.read($0), as: UTF8.self) }
      let found = inFile ?? inURL ?? ProcessInfo.processInfo.environment[tokenVariable]
      guard let token = found?.trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty else {
        throw Failure.usage(
          """
          the URL has no token. \(example) The token may also be in the file of --token-file, or in the environment \
          variable \(tokenVariable).
          """
        ).reported()
      }
      // Other characters could end the header that carries the token.
      guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw Failure.usage("the token has characters that no token has. \(example)").reported()
      }
      return token
    }

    /// Returns a text in which no character has a meaning in a query. `URLComponents` leaves the `+`, which some
    /// readers take for a space.
    private static func encoded(_ text: String) -> String {
      let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
      return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
  }
#endif
