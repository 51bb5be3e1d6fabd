import Foundation

/// The work of a measuring process: a few rounds, each once without a page and once while a page is open.
struct WatchJob: Codable, Hashable {
  /// What the senders do.
  enum Load: String, Codable, CaseIterable {
    /// They send what is offered, to a few subjects of many.
    case hot
    /// They send what is offered, to all subjects one after the other.
    case all
    /// They send as much as they can, to a few subjects of many.
    case saturated
  }

  var load: Load
  var rounds: Int
  /// The seconds of a half round.
  var seconds: Int
  /// The number of bursts.
  var bursts: Int
}

/// The figures of a measuring process: for each `workload/candidate` one number per round.
struct WatchReport: Codable {
  var figures: [String: [Double]] = [:]
  var failure: String?

  mutating func note(_ workload: String, _ candidate: String, _ figure: Double) {
    figures["\(workload)/\(candidate)", default: []].append(figure)
  }
}
