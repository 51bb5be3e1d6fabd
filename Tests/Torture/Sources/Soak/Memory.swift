import CAllocator
import Foundation

/// What the process uses.
enum Memory {
  /// The name of the allocator's interface that tells ``liveBytes``.
  static var source: String { String(cString: torture_allocator()) }

  /// The bytes that are allocated and not freed.
  static var liveBytes: Int { torture_live_bytes() }

  /// The bytes that are in memory, or 0 where `/proc` is missing.
  static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
