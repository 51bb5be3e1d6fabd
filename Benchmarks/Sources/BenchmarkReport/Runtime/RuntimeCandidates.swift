/// The candidates and workloads of the suite `runtime` on which the report draws conclusions. All other candidates and
/// workloads are in the tables and charts without being named here.
enum RuntimeCandidates {
  static let own = "switchboard"
  static let peer = "opencombine"
  static let control = (name: "switchboard-again", of: own)
  /// The candidates that only check the method.
  static let checks =
    [control.name] + PlantedCandidate.percentages.map { PlantedCandidate.name(own, percent: $0) }
  /// The layers below a subject, from near to far.
  static let below = ["registry", "floor-swift", "dictionary"]
  /// The candidates whose code is in this repository. All others are libraries, so that the report need not know their
  /// names.
  static let ours = Set([own] + checks + below)

  /// Returns whether a candidate of the suite is another library, whose code a change of this project does not touch.
  static func isLibrary(_ candidate: String) -> Bool { !ours.contains(candidate) }

  /// The standard library's stream, which tasks read from in place of a signal.
  static let stream = "asyncstream"
  /// The names that libraries have outside of the report.
  static let titles = [peer: "OpenCombine", stream: "AsyncStream"]

  static let subjectSend = "subject.send"
  static let subscription = "subject.subscribe+dispose"
  static let chain = "operators.map+filter"
  static let values = "async.values"
  static let owners = "owners.come-and-go"
  /// The beginning of the names of the workloads that follow the definitions of signal-slot-benchmarks.
  static let published = "published."
}
