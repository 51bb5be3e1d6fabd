/// The names of the suite `storage`, and what they mean.
enum StorageCandidates {
  /// The three storages to choose from.
  static let main = ["array", "linked-list", "dense"]
  static let control = (name: "dense-again", of: "dense")
  static let floors = ["floor-swift", "floor-c"]
  /// The textbook forms. Where there is a storage with the same layout whose loop does no reference counting, `lean`
  /// names it.
  static let textbook: [(form: String, lean: String?)] = [
    (form: "array-copy-on-send", lean: "array"),
    (form: "array-naive", lean: "array"),
    (form: "linked-list-naive", lean: "linked-list"),
    (form: "dictionary", lean: nil),
  ]

  static let order = main + [control.name] + textbook.map(\.form) + floors

  static let workloads = [
    "send.fresh", "send.churned", "subscribe", "unsubscribe.random", "unsubscribe.fifo", "unsubscribe.lifo", "churn",
  ]

  /// Returns a sentence that defines one operation of a workload.
  static func sentence(_ workload: String) -> String? {
    switch workload {
    case "send.fresh":
      "A value is sent to n subscribers that subscribed one after the other. One operation is one delivery."
    case "send.churned":
      """
      A value is sent to n subscribers after each of them was replaced in random order, so that their order in memory \
      is no longer the order of the subscriptions. One operation is one delivery.
      """
    case "subscribe": "n subscribers join an empty registry. One operation is one subscription."
    case "unsubscribe.random": "n subscribers leave in random order. One operation is one of them leaving."
    case "unsubscribe.fifo": "n subscribers leave, the oldest first. One operation is one of them leaving."
    case "unsubscribe.lifo": "n subscribers leave, the newest first. One operation is one of them leaving."
    case "churn": "With n subscribers there, a random one leaves and a new one joins. One operation is both."
    default: nil
    }
  }

  /// Returns the property of a layout that makes it slow in a workload; nil where the layout does not explain the time.
  static func reason(_ candidate: String, _ workload: String) -> String? {
    let removes = workload.hasPrefix("unsubscribe.") || workload == "churn"
    return switch (candidate, workload) {
    case ("array", _) where removes: "it searches for the subscriber, then closes the gap: both grow with n"
    case ("linked-list", "send.churned"): "each node names the next, and after churn they lie scattered in memory"
    case ("linked-list", "subscribe"), ("dense", "subscribe"): "it links every subscription to its place"
    case ("dense", "send.churned"): "its slots lie side by side, what they point at is scattered in memory"
    case ("dense", _) where removes: "it leaves holes, and closes them when there are many"
    default: nil
    }
  }
}
