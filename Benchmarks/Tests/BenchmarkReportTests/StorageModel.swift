import Foundation

/// The cost of one storage as a formula: a first term that a single subscriber pays alone, a constant, a linear part,
/// and the part that the caches add from some size on.
struct StorageModel {
  var send: Double
  var entry = 4.0
  /// The cost that each fourfold growth beyond 256 adds to a delivery, once memory order is not subscription order.
  var scatter = 0.0
  var subscribe: Double?
  var unsubscribe: Double?
  /// The cost of a removal per subscriber.
  var shift = 0.0
  var bytesEach = 0.0
  var mallocsPerSubscribe = 0.0
  var sendRetains = 0.0
  var sendInstructions = 17.0

  static let all: [String: StorageModel] = [
    "array": StorageModel(
      send: 1.90, subscribe: 12.1, unsubscribe: 11.4, shift: 0.42, bytesEach: 28, sendInstructions: 20),
    "linked-list": StorageModel(
      send: 1.92, scatter: 3.4, subscribe: 19.6, unsubscribe: 19.2, bytesEach: 48, mallocsPerSubscribe: 1,
      sendInstructions: 19),
    "dense": StorageModel(
      send: 1.93, scatter: 0.1, subscribe: 17.0, unsubscribe: 16.0, bytesEach: 56, mallocsPerSubscribe: 1,
      sendInstructions: 23),
    "array-naive": StorageModel(
      send: 7.4, entry: 14, subscribe: 11.2, unsubscribe: 11.6, shift: 0.44, bytesEach: 28, sendRetains: 1,
      sendInstructions: 64),
    "array-copy-on-send": StorageModel(
      send: 8.9, entry: 60, subscribe: 12.8, unsubscribe: 12.2, shift: 0.44, bytesEach: 28, sendRetains: 2,
      sendInstructions: 92),
    "linked-list-naive": StorageModel(
      send: 18.9, entry: 11, scatter: 2.4, subscribe: 30.4, unsubscribe: 44.1, bytesEach: 48, mallocsPerSubscribe: 1,
      sendRetains: 3, sendInstructions: 157),
    "dictionary": StorageModel(
      send: 8.8, entry: 16, scatter: 1.6, subscribe: 74, unsubscribe: 38, bytesEach: 88, mallocsPerSubscribe: 1,
      sendRetains: 1, sendInstructions: 85),
    "floor-swift": StorageModel(send: 1.63, entry: 1.35),
    "floor-c": StorageModel(send: 1.36, entry: 1.1, sendInstructions: 15),
  ]

  func time(_ workload: String, _ n: Int) -> Double? {
    let far = max(0, log2(Double(n) / 256) / 2)
    let size = Double(n)
    let time: Double?
    switch workload {
    case "send.fresh": time = send + entry / size
    case "send.churned": time = subscribe == nil ? nil : send + entry / size + scatter * far
    case "subscribe": time = subscribe.map { $0 + 30 / size + 0.8 * far }
    case "unsubscribe.random": time = unsubscribe.map { $0 + 20 / size + shift * size + 7 * far }
    case "unsubscribe.fifo": time = unsubscribe.map { $0 + 20 / size + 0.55 * shift * size + 1.5 * far }
    case "unsubscribe.lifo": time = unsubscribe.map { $0 + 20 / size + 1.2 * far }
    case "churn":
      if let subscribe, let unsubscribe {
        time = subscribe + unsubscribe + shift * size + 8 * far
      } else {
        time = nil
      }
    default: time = nil
    }
    return time.map { ($0 * 1000).rounded() / 1000 }
  }

  func mallocs(_ workload: String) -> Double {
    workload == "subscribe" || workload == "churn" ? mallocsPerSubscribe : 0
  }

  /// Returns the bytes per subscriber. A single subscriber pays alone for slack that many subscribers share.
  func bytes(_ n: Int) -> Double { bytesEach * (n == 1 ? 1.5 : 1) }

  func instructions(_ workload: String) -> Double? {
    workload.hasPrefix("send.") ? sendInstructions : nil
  }

  func retains(_ workload: String) -> Double? {
    workload.hasPrefix("send.") ? sendRetains : nil
  }
}
