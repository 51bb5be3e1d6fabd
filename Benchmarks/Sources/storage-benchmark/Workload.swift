/// What is measured. Each is defined in one sentence, for `--list` and for whoever reads the figures.
enum Workload: String, CaseIterable, Sendable {
  case sendFresh = "send.fresh"
  case sendChurned = "send.churned"
  case subscribe
  case unsubscribeRandom = "unsubscribe.random"
  case unsubscribeFIFO = "unsubscribe.fifo"
  case unsubscribeLIFO = "unsubscribe.lifo"
  case churn

  var definition: String {
    switch self {
    case .sendFresh:
      "Send one value to n subscribers that subscribed one after the other; per delivery."
    case .sendChurned:
      "The same after each subscriber has been replaced once, in random order: memory order is not list order."
    case .subscribe:
      "Fill an empty registry with n subscribers; per subscriber."
    case .unsubscribeRandom:
      "Remove all n subscribers in random order; per removal, the token's release included."
    case .unsubscribeFIFO:
      "Remove all n subscribers, the oldest first; per removal."
    case .unsubscribeLIFO:
      "Remove all n subscribers, the youngest first; per removal."
    case .churn:
      "Remove one random subscriber out of n and add one; per such pair."
    }
  }

  /// Whether it needs no removal after the first send: all that a floor can do.
  var isSend: Bool { self == .sendFresh || self == .sendChurned }
}

/// Numbers of subscribers.
enum Sizes {
  static let full = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]
  static let quick = [1, 4, 16, 64, 256, 1024, 4096]
  static let valid = 1...65536
}
