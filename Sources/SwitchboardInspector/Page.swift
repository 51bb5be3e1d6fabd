#if Inspector
  /// The files of the page, which are part of the program.
  enum Page {
    private static let files: [String: (bytes: [UInt8], type: String)] = [
      "/": (PackageResources.index_html, "text/html; charset=utf-8"),
      "/index.html": (PackageResources.index_html, "text/html; charset=utf-8"),
    ]

    /// Returns the file for a path; nil if the page has no such file.
    static func file(_ path: String) -> Response? {
      files[path].map { Response($0.bytes, type: $0.type) }
    }
  }
#endif
