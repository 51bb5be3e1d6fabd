#if Inspector
  internal import NIOCore

  /// The files of the page, which are part of the program.
  enum Page {
    private static let files: [String: Response] = [
      "/": file(PackageResources.index_html, "text/html"),
      "/api.js": file(PackageResources.api_js, "text/javascript"),
      "/app.css": file(PackageResources.app_css, "text/css"),
      "/app.js": file(PackageResources.app_js, "text/javascript"),
      "/banners.js": file(PackageResources.banners_js, "text/javascript"),
      "/burst.js": file(PackageResources.burst_js, "text/javascript"),
      "/cells.js": file(PackageResources.cells_js, "text/javascript"),
      "/dom.js": file(PackageResources.dom_js, "text/javascript"),
      "/format.js": file(PackageResources.format_js, "text/javascript"),
      "/graph.js": file(PackageResources.graph_js, "text/javascript"),
      "/growth.js": file(PackageResources.growth_js, "text/javascript"),
      "/header.js": file(PackageResources.header_js, "text/javascript"),
      "/index.html": file(PackageResources.index_html, "text/html"),
      "/keys.js": file(PackageResources.keys_js, "text/javascript"),
      "/listing.js": file(PackageResources.listing_js, "text/javascript"),
      "/loop.js": file(PackageResources.loop_js, "text/javascript"),
      "/record.js": file(PackageResources.record_js, "text/javascript"),
      "/registries.js": file(PackageResources.registries_js, "text/javascript"),
      "/registry.js": file(PackageResources.registry_js, "text/javascript"),
      "/table.js": file(PackageResources.table_js, "text/javascript"),
      "/warnings.js": file(PackageResources.warnings_js, "text/javascript"),
    ]

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
      Response(bytes, type: "\(type); charset=utf-8")
    }

    /// Returns the file for a path; nil if the page has no such file.
    static func file(_ path: String) -> Response? { files[path] }
  }
#endif
