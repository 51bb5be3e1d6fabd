public import AllocatorStatistics
public import BenchmarkResults
import Foundation

extension Environment {
  /// Returns the description of this machine and this build. A property that cannot be determined is `unknown`.
  ///
  /// - Parameter flags: How the run was built, and with which options.
  public static func current(flags: String, allocator: AllocatorStatistics.Identity) -> Environment {
    Environment(
      date: Date.now.formatted(.iso8601), commit: commit(), cpu: cpu(),
      cores: ProcessInfo.processInfo.activeProcessorCount, os: system(), swift: compiler(), flags: flags,
      allocator: Allocator(allocator))
  }

  private static func commit() -> String {
    guard let hash = Subprocess.output("git", "rev-parse", "--short=12", "HEAD"), !hash.isEmpty else { return unknown }
    // What runs have written changes nothing that is measured.
    let changes = Subprocess.output("git", "status", "--porcelain", "--", ":/", ":(exclude,top)Reports") ?? ""
    return changes.isEmpty ? hash : hash + "+dirty"
  }

  private static func cpu() -> String {
    #if os(Linux)
      let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      return processor(fromCPUInfo: information) ?? Subprocess.output("uname", "-m") ?? unknown
    #else
      return Subprocess.output("sysctl", "-n", "machdep.cpu.brand_string") ?? unknown
    #endif
  }

  /// Returns the name, family and model of the first processor in `information`, the text of `/proc/cpuinfo`, or nil
  /// if the text has no name. Virtual machines give several generations of processors one name, such as `AMD EPYC`.
  static func processor(fromCPUInfo information: String) -> String? {
    func value(_ name: String) -> String? {
      let line = information.split(separator: "\n").lazy
        .map { $0.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
        .first { $0.first == name }
      return line?.dropFirst().first
    }
    guard let name = value("model name") else { return nil }
    guard let family = value("cpu family"), let model = value("model") else { return name }
    return "\(name) (family \(family), model \(model))"
  }

  private static func system() -> String {
    let kernel = Subprocess.output("uname", "-sr") ?? unknown
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?
      .dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""])
    return "\(name ?? ProcessInfo.processInfo.operatingSystemVersionString), \(kernel)"
  }

  /// Returns the version of the compiler on the path, which normally built this program.
  private static func compiler() -> String {
    let version = Subprocess.output("swift", "--version")?.split(separator: "\n").first { $0.contains("version") }
    return version.map(String.init) ?? unknown
  }

  private static let unknown = "unknown"
}

extension Allocator {
  init(_ identity: AllocatorStatistics.Identity) {
    let selfCheck: SelfCheck =
      switch identity.selfCheck {
      case .passed: .passed
      case .failed: .failed
      case .unavailable: .unavailable
      }
    self.init(name: identity.name, version: identity.version, selfCheck: selfCheck)
  }
}
