import BenchmarkResults

/// What follows from the memory of one registry over its life: the moments that matter, and the fragmentation then.
struct LifeFigures: Equatable, Sendable {
  /// A point of the life, with what the program requested.
  struct Moment: Equatable, Sendable {
    let point: MemoryLife.Point
    /// What the program requested in all live blocks; nil where nothing counted it.
    let requested: Int?

    /// The part of the allocated bytes that the program did not request: the rounding to size classes, and headers.
    var internalFragmentation: Double? { part(point.allocated, without: requested, of: point.allocated) }
    /// The part of the resident bytes that no live block occupies. 0 where live blocks have untouched pages, so that
    /// fewer bytes are resident than allocated.
    var externalFragmentation: Double? { part(point.resident, without: point.allocated, of: point.resident) }
    /// The resident pages that hold a live block, without what the blocks occupy, as a part of the resident bytes. No
    /// purge can give these bytes back.
    var inUsedPages: Double? {
      guard let active = point.active, let resident = point.resident else { return nil }
      return part(min(active, resident), without: point.allocated, of: resident)
    }
    /// The pages without a live block that the allocator keeps, as a part of the resident bytes.
    var inKeptPages: Double? { part(point.resident, without: point.active, of: point.resident) }

    /// Returns (all − used) ÷ whole, or 0 if more is used than there is; nil if a figure is missing or nothing is
    /// there.
    private func part(_ all: Int?, without used: Int?, of whole: Int?) -> Double? {
      guard let all, let used, let whole, whole > 0 else { return nil }
      return max(Double(all - used) / Double(whole), 0)
    }

    func residentBytes(per subscribers: Int) -> Double? {
      guard let resident = point.resident, subscribers > 0 else { return nil }
      return Double(resident) / Double(subscribers)
    }
  }

  let life: MemoryLife
  private let moments: [Moment]

  /// - Parameter requests: The life of the same candidate on an allocator where requests were counted. A storage
  ///   requests the same blocks on every allocator.
  init(_ life: MemoryLife, requests: MemoryLife?) {
    self.life = life
    // An interrupted life, or one without a purge, has other points.
    let isSame = requests.map { $0.points.map(\.place) == life.points.map(\.place) } ?? false
    moments = life.points.enumerated().map { index, point in
      Moment(point: point, requested: point.requested ?? (isSame ? requests?.points[index].requested : nil))
    }
  }

  /// Returns the figures of all lives, in their order, each with the requests of its candidate.
  static func all(_ lives: [MemoryLife]) -> [LifeFigures] {
    lives.map { life in
      LifeFigures(
        life,
        requests: lives.first { other in
          (other.suite, other.candidate) == (life.suite, life.candidate)
            && other.points.contains { $0.requested != nil }
        })
    }
  }

  var peakSubscribers: Int { life.points.map(\.subscribers).max() ?? 0 }
  /// The number of times that subscribers left and joined.
  var waves: Int { life.points.count { $0.step == .churn && $0.subscribers == peakSubscribers } }

  /// Of the points with the most subscribers, the one with the most resident memory.
  var peak: Moment? {
    moments.filter { $0.point.subscribers == peakSubscribers }
      .max { $0.point.resident ?? 0 < $1.point.resident ?? 0 }
  }

  /// When most subscribers have left, and the rest are scattered over the heap.
  var shrunk: Moment? { last(.shrink) }
  var empty: Moment? { last(.empty) }
  var purged: Moment? { last(.purge) }

  private func last(_ step: MemoryLife.Step) -> Moment? { moments.last { $0.point.step == step } }

  /// Returns the resident memory of a moment as a part of that of the peak.
  func left(_ moment: Moment?) -> Double? {
    guard let most = peak?.point.resident, most > 0, let now = moment?.point.resident else { return nil }
    return max(Double(now) / Double(most), 0)
  }
}

extension MemoryLife.Point {
  /// The place of a point in a life.
  fileprivate var place: String { "\(step.rawValue) \(subscribers)" }
}
