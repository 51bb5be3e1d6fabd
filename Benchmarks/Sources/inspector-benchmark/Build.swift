import BenchmarkReport

/// The builds of this program. They count differently much, so each is a candidate.
enum Build: String, CaseIterable, Codable {
  case off, tracing, inspector

  /// The build of this program.
  static var current: Build {
    #if Inspector
      .inspector
    #elseif Tracing
      .tracing
    #else
      .off
    #endif
  }

  var summary: String {
    switch self {
    case .off: "the runtime without a trait"
    case .tracing: "the runtime with the trait Tracing, without a session"
    case .inspector: "the runtime with the trait Inspector, which counts, without an inspector"
    }
  }
}
