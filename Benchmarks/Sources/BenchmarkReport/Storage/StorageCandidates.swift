/// The names of the suite `storage`, and what they mean.
enum StorageCandidates {
  /// The three storages to choose from.
  static let main = ["array", "linked-list", "dense"]
  static let pair = ["array", "linked-list"]
  static let control = (name: "dense-again", of: "dense")
  /// The candidates that only check the method.
  static let checks =
    [control.name] + PlantedCandidate.percentages.map { PlantedCandidate.name(control.of, percent: $0) }
  static let floors = ["floor-swift", "floor-c"]
  /// The textbook forms. Where there is a storage with the same layout whose loop does no reference counting, `lean`
  /// names it.
  static let textbook: [(form: String, lean: String?)] = [
    (form: "array-copy-on-send", lean: "array"),
    (form: "array-naive", lean: "array"),
    (form: "linked-list-naive", lean: "linked-list"),
    (form: "dictionary", lean: nil),
  ]

  static let order = main + checks + textbook.map(\.form) + floors

  /// Returns the property of a layout that makes it slow in a workload; nil where the layout does not explain the time.
  static func reason(_ candidate: String, _ workload: String) -> String? {
    let removes = workload.hasPrefix("unsubscribe.") || workload == "churn"
    return switch (candidate, workload) {
    case ("array", _) where removes: "a removal searches for the subscriber, then closes the gap; both grow with n"
    case ("linked-list", "send.churned"):
      "each node points to the next node, and after churn the nodes are scattered in memory"
    case ("linked-list", "subscribe"), ("dense", "subscribe"): "the storage gives every subscription a link to its slot"
    case ("dense", "send.churned"): "the slots are contiguous, but the nodes are scattered in memory"
    case ("dense", _) where removes: "a removal leaves a hole, and the storage closes the holes when there are many"
    default: nil
    }
  }
}
