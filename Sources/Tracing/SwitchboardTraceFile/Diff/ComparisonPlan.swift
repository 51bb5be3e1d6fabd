/// The sequences in which two traces differ, and the parts of them that a second reading examines.
struct ComparisonPlan {
  /// Two threads whose sequences differ. Nil where one trace has no thread left.
  struct ThreadPair {
    var first: UInt32?
    var second: UInt32?
    var range: Range<Int>
  }

  private static let limit = 3
  private static let contextCount = 3

  private(set) var threads: [ThreadPair] = []
  /// The keys of the trees that differ.
  private(set) var trees: [UInt64] = []

  var isEmpty: Bool { threads.isEmpty && trees.isEmpty }

  init(_ a: TraceDigest, _ b: TraceDigest) {
    var (restA, restB) = (a.threads.sorted { $0.key < $1.key }, b.threads.sorted { $0.key < $1.key })
    // Threads with equal sequences are matched, whatever their numbers.
    restA.removeAll { thread in
      guard let match = restB.firstIndex(where: { $0.value == thread.value }) else { return false }
      restB.remove(at: match)
      return true
    }
    for index in 0..<min(max(restA.count, restB.count), Self.limit) {
      let first = index < restA.count ? restA[index] : nil
      let second = index < restB.count ? restB[index] : nil
      let range = (first?.value ?? StreamHash()).divergence(from: second?.value ?? StreamHash())
      threads.append(ThreadPair(first: first?.key, second: second?.key, range: range))
    }
    let keys = Set(a.trees.keys).union(b.trees.keys).filter { a.trees[$0] != b.trees[$0] }
    trees = Array(keys.sorted().prefix(Self.limit))
  }

  func divergences(_ a: TraceExcerpt, _ b: TraceExcerpt) -> [TraceDiff.Divergence] {
    var divergences = threads.indices.map { index in
      let pair = threads[index]
      let name = pair.first.map { "thread \($0)" } ?? "thread \(pair.second ?? 0) of the second trace"
      return Self.divergence(name, (a, a.threads[index]), (b, b.threads[index]), from: pair.range.lowerBound)
    }
    for key in trees {
      let (treesA, treesB) = (a.trees[key] ?? TraceExcerpt.Courses(), b.trees[key] ?? TraceExcerpt.Courses())
      let (first, second) = (treesA.surplus(over: treesB), treesB.surplus(over: treesA))
      let root = first?.first.map(a.text) ?? second?.first.map(b.text) ?? "work from another thread"
      divergences.append(Self.divergence(root, (a, first ?? []), (b, second ?? []), from: 0))
    }
    return Array(divergences.prefix(Self.limit))
  }

  private static func divergence(
    _ name: String, _ a: (excerpt: TraceExcerpt, lines: [TraceExcerpt.Line]),
    _ b: (excerpt: TraceExcerpt, lines: [TraceExcerpt.Line]), from start: Int
  ) -> TraceDiff.Divergence {
    let same = zip(a.lines, b.lines).prefix { $0.token == $1.token }.count
    // Work that is longer than an excerpt may differ only after the excerpt's end.
    let isVisible = same < max(a.lines.count, b.lines.count)
    func next(_ side: (excerpt: TraceExcerpt, lines: [TraceExcerpt.Line])) -> [String] {
      isVisible ? side.lines.dropFirst(same).prefix(contextCount).map(side.excerpt.text) : ["…"]
    }
    return TraceDiff.Divergence(
      sequence: name, position: start + same,
      common: a.lines.prefix(same).suffix(contextCount).map(a.excerpt.text), first: next(a), second: next(b))
  }
}
