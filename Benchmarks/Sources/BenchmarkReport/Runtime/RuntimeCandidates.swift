/// The candidates and workloads of the suite `runtime` on which the report draws conclusions. All other candidates and
/// workloads are in the tables and charts without being named here.
enum RuntimeCandidates {
  static let own = "switchboard"
  static let peer = "opencombine"
  static let control = (name: "switchboard-again", of: own)
  /// The libraries whose code a change of this project does not touch.
  static let others = [peer, stream, "notification-center"]
  /// The layers below a subject, from near to far.
  static let below = ["registry", "floor-swift", "dictionary"]

  /// The standard library's stream, which tasks read from in place of a signal.
  static let stream = "asyncstream"

  static let subjectSend = "subject.send"
  static let subscription = "subject.subscribe+dispose"
  static let chain = "operators.map+filter"
  static let values = "async.values"
  static let owners = "owners.come-and-go"
}
