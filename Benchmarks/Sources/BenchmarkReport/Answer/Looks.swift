/// The looks at a ratio while a run goes on, and what decides at each.
///
/// A run looks at its ratios after some numbers of processes, and stops a comparison at the first look that decides.
/// Each process counts once, as above or below the bound: the sign test, which needs no assumption about how times are
/// distributed (Dixon and Mood, “The Statistical Sign Test”, 1946). If half of all processes were above, the five looks
/// would decide in 3.1, 0.6, 0.4, 0.7 and 0.1 % of runs. All looks together err at most in the sum, 4.9 %, however they
/// depend on each other (Bonferroni's inequality; Dunn, “Multiple Comparisons Among Means”, 1961).
public enum Looks {
  /// The number of processes of a look, and the most that may lie on the other side of the bound.
  private static let all: [(processes: Int, exceptions: Int)] = [(6, 0), (12, 1), (16, 2), (24, 5), (32, 6)]

  /// The number of processes of the first look.
  public static let first = all[0].processes
  /// The number of processes of the last look, after which a run gives up.
  public static let last = all[all.count - 1].processes

  /// The suites whose times the sentences need.
  public static let suites = [StorageSection.suite, ReplayVerdict.suite, RuntimeSection.suite]

  /// A decision of a look.
  struct Decision: Equatable {
    let isAbove: Bool
    let processes: Int
  }

  /// Returns the decision of the first look that decides. Later processes do not change it. Nil if none decides.
  static func decision(_ values: [Double], bound: Double) -> Decision? {
    for look in all where look.processes <= values.count {
      let own = values.prefix(look.processes)
      let enough = look.processes - look.exceptions
      if own.count(where: { $0 > bound }) >= enough { return Decision(isAbove: true, processes: look.processes) }
      if own.count(where: { $0 < bound }) >= enough { return Decision(isAbove: false, processes: look.processes) }
    }
    return nil
  }
}
