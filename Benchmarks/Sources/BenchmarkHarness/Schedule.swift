/// The order of one round. Each cell appears once. The cells of a group, which are compared with each other, are
/// neighbours in random order; the groups are in random order too. So a slow minute hits all candidates alike.
struct Schedule {
  private var groups: [[Int]]
  private var generator: SeededGenerator

  init(_ cells: [Cell], seed: UInt64) {
    var indices: [Cell.Group: Int] = [:]
    var groups: [[Int]] = []
    for (index, cell) in cells.enumerated() {
      if let known = indices[cell.group] {
        groups[known].append(index)
      } else {
        indices[cell.group] = groups.count
        groups.append([index])
      }
    }
    self.groups = groups
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the indices of the cells in the order of the next round.
  mutating func nextRound() -> [Int] {
    groups.shuffle(using: &generator)
    return groups.flatMap { $0.shuffled(using: &generator) }
  }
}
