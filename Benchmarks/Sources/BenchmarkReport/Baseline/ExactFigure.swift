/// The figures that repeat from run to run, so that a check can require them.
public enum ExactFigure: String, CaseIterable, Codable, Sendable {
  case mallocsPerOp, bytesPerSubscriber, retainsPerOp, instructionsPerOp, bytesPerCycle, codeBytes

  var path: KeyPath<Baseline.Figures, Double?> & Sendable {
    switch self {
    case .mallocsPerOp: \.mallocsPerOp
    case .bytesPerSubscriber: \.bytesPerSubscriber
    case .retainsPerOp: \.retainsPerOp
    case .instructionsPerOp: \.instructionsPerOp
    case .bytesPerCycle: \.bytesPerCycle
    case .codeBytes: \.codeBytes
    }
  }

  var name: String {
    switch self {
    case .mallocsPerOp: "mallocs per op"
    case .bytesPerSubscriber: "bytes per subscriber"
    case .retainsPerOp: "retains per op"
    case .instructionsPerOp: "instructions per op"
    case .bytesPerCycle: "live bytes per cycle"
    case .codeBytes: "bytes of code"
    }
  }

  /// Returns how far a figure may move and still count as unchanged.
  ///
  /// - Parameter isLibrary: Whether the candidate is another library. Libraries keep tables by address: the work of a
  ///   look-up depends on where the objects lie, and so on all that was allocated before.
  func tolerance(around value: Double, isLibrary: Bool) -> Double {
    switch self {
    case .mallocsPerOp, .bytesPerSubscriber: 1e-6
    // 0 where nothing leaks, which stays exact. A leak's bytes include tables that all objects share.
    case .bytesPerCycle: abs(value) * 0.01 + 1e-6
    // Every change of the library moves these bytes; a percent is a change for clients.
    case .codeBytes: abs(value) * 0.01
    // Counted as the difference of two runs, so work that is done once at start-up leaves a trace.
    case .retainsPerOp: isLibrary ? max(abs(value) * 0.2, 0.01) : 0.01
    // A library that hashes addresses probes its tables longer in some processes. A bus finds an event type by its
    // address too, and the layout of the program moves that address. One instruction more in a loop is noticed.
    case .instructionsPerOp: isLibrary ? abs(value) * 0.2 : max(abs(value) * 0.015, 0.75)
    }
  }

  /// The tool that measures the figure, with the command that installs the tool.
  var tool: String {
    switch self {
    case .mallocsPerOp, .bytesPerSubscriber, .bytesPerCycle: "jemalloc (apt-get install libjemalloc-dev)"
    case .retainsPerOp, .instructionsPerOp: "valgrind (apt-get install valgrind)"
    case .codeBytes: "binutils (apt-get install binutils)"
    }
  }
}
