import Foundation
internal import Testing

/// Returns the path of the program that a target of this package builds. The program is beside the tests, since the
/// package manager builds both into one folder.
package func builtProgram(_ name: String) throws -> String {
  #if canImport(Darwin)
    let tests = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
  #else
    // Does not list the bundles, because Foundation leaks that list: `make test-asan` would report the leak.
    let tests = [URL(fileURLWithPath: CommandLine.arguments[0])]
  #endif
  let places = tests.map { $0.deletingLastPathComponent() } + [Bundle.main.bundleURL]
  let paths = places.map { $0.appendingPathComponent(name).path }
  return try #require(
    paths.first { FileManager.default.isExecutableFile(atPath: $0) },
    "\(name) is not beside the tests; run them with `swift test`, which builds it. Looked for: \(paths)")
}
