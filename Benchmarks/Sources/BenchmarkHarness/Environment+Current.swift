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
    let changes = Subprocess.output("git", "status", "--porcelain") ?? ""
    return changes.isEmpty ? hash : hash + "+dirty"
  }

  private static func cpu() -> String {
    #if os(Linux)
      let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
      let name = model?.split(separator: ":").dropFirst().first.map { String($0) }
      return name?.trimmingCharacters(in: .whitespaces) ?? Subprocess.output("uname", "-m") ?? unknown
    #else
      return Subprocess.output("sysctl", "-n", "machdep.cpu.brand_string") ?? unknown
    #endif
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
