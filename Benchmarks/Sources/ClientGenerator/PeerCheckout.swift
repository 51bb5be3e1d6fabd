public import Foundation

/// The checkout of OpenCombine that a client is built with when the user names none.
public enum PeerCheckout {
  /// The version that all suites compare with; it stands in the manifest of the benchmarks too.
  static let (url, version) = ("https://github.com/OpenCombine/OpenCombine", "0.14.0")

  /// Returns the checkout in `scratch`. Where there is none, SwiftPM makes it, normally from its cache. Throws if that
  /// fails.
  public static func location(in scratch: URL) throws(ToolFailure) -> URL {
    let directory = scratch.appending(path: "peer-\(version)")
    let checkout = directory.appending(path: ".build/checkouts/OpenCombine")
    if FileManager.default.fileExists(atPath: checkout.appending(path: "Package.swift").path) { return checkout }
    do {
      try FileManager.default.createDirectory(
        at: directory.appending(path: "Sources/Peer"), withIntermediateDirectories: true)
      try Data(manifest.utf8).write(to: directory.appending(path: "Package.swift"))
      try Data().write(to: directory.appending(path: "Sources/Peer/Peer.swift"))
    } catch {
      throw ToolFailure("cannot write \(directory.path): \(error.localizedDescription)")
    }
    do {
      _ = try ToolRun(.swift, ["package", "--package-path", directory.path, "resolve"], isJoined: true)
    } catch {
      throw ToolFailure("\(error)\nName a checkout of OpenCombine \(version) with --peer.")
    }
    return checkout
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "peer",
      dependencies: [.package(url: "\(url)", exact: "\(version)")],
      targets: [.target(name: "Peer", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")])]
    )

    """
}
