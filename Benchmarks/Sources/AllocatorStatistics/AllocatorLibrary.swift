#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An allocator that a process can use in place of the system's. The dynamic linker loads its library before all
/// others, so one build of a program runs on every allocator.
public enum AllocatorLibrary: String, CaseIterable, Codable, Sendable {
  case jemalloc, mimalloc
  /// The system's allocator, which needs no library: what a program uses that does nothing about its allocator.
  case system

  /// The variable that the dynamic linker reads.
  public static let variable = "LD_PRELOAD"

  /// The variable, and its value, that make a jemalloc count the frees of all threads immediately.
  public static let withoutCaches = (variable: "MALLOC_CONF", value: "tcache:false,narenas:1")

  /// The names of the library's file, the preferred name first.
  private var files: [String] {
    switch self {
    case .jemalloc: ["libjemalloc.so.2"]
    case .mimalloc: ["libmimalloc.so.2.0", "libmimalloc.so.2.1", "libmimalloc.so.2", "libmimalloc.so"]
    case .system: []
    }
  }

  /// The package of Debian that contains the library.
  public var package: String {
    switch self {
    case .jemalloc: "libjemalloc-dev"
    case .mimalloc: "libmimalloc-dev"
    case .system: "libc6"
    }
  }

  private static let directories = ["/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib", "/lib64"].flatMap { directory in
    [directory] + ["x86_64", "aarch64"].map { "\(directory)/\($0)-linux-gnu" }
  }

  /// The path of the library; nil where it is not installed. The system's allocator has no path.
  public var path: String? {
    #if os(Linux)
      let paths = files.flatMap { file in Self.directories.map { "\($0)/\(file)" } }
      return paths.first { access($0, R_OK) == 0 }
    #else
      // On macOS, an allocator replaces the malloc zones; crashes are on record.
      return nil
    #endif
  }

  /// Whether processes can use the allocator on this machine.
  public var isInstalled: Bool { self == .system || path != nil }

  /// The allocator of this process.
  public static var current: AllocatorLibrary {
    if Jemalloc.loaded != nil { return .jemalloc }
    return dlsym(nil, "mi_malloc") == nil ? .system : .mimalloc
  }
}
