import BenchmarkResults

extension StorageSection {
  /// The memory of one registry over its life, by storage and allocator.
  var memoryLife: [Block] {
    let measured = lives.filter { $0.peak?.point.resident != nil }
    guard let first = measured.first else {
      return lives.isEmpty ? [] : [lifeHeading, .text("n/a: neither the allocator nor the system tells the memory.")]
    }
    var blocks: [Block] = [lifeHeading, .text(story(first))]
    if let chart = MemoryLifeChart.chart(measured) { blocks.append(.chart(chart)) }
    let allocators = measured.map(\.life.allocator).uniqued(first: [])
    blocks.append(
      .text(Markdown.bullets(allocators.map { name in summary(name, measured.filter { $0.life.allocator == name }) })))
    return blocks + [.text(lifeTable(measured)), .text(lifeLegend)]
  }

  private var lifeHeading: Block { .heading(3, "Memory over the life of a registry") }

  private func story(_ life: LifeFigures) -> String {
    let left = life.shrunk.map { " down to \(Figure.grouped($0.point.subscribers))" } ?? ""
    let times = "\(life.waves) time\(life.waves == 1 ? "" : "s")"
    return """
      One registry grows to \(Figure.grouped(life.peakSubscribers)) subscribers. Then a random half of them leaves and \
      as many join, \(times). Then subscribers leave in random order,\(left), and then the rest. At last the allocator \
      gives free memory back: `arena.purge` of jemalloc, `mi_collect` of mimalloc after the half second that it keeps \
      pages, `malloc_trim` of the system. Each life has a process of its own, and the allocator has its default \
      configuration, with the caches of threads. All figures are increases since before the registry was created.
      """
  }

  /// Returns what the lives on one allocator show, in sentences.
  private func summary(_ allocator: String, _ lives: [LifeFigures]) -> String {
    var sentences: [String] = []
    let sizes = lives.compactMap { life in
      life.peak?.residentBytes(per: life.peakSubscribers).map { (name: life.life.candidate, bytes: $0) }
    }.sorted { $0.bytes < $1.bytes }
    if let least = sizes.first, let most = sizes.last {
      let isOne = Figure.count(least.bytes) == Figure.count(most.bytes)
      sentences.append(
        "at the peak a subscriber takes \(Figure.count(least.bytes)) B "
          + (isOne
            ? "in every storage"
            : "(\(Markdown.code(least.name))) to \(Figure.count(most.bytes)) B (\(Markdown.code(most.name)))"))
    }
    if let range = Self.percents(lives.compactMap { $0.peak?.internalFragmentation }) {
      sentences.append("\(range) of the allocated bytes were not requested")
    }
    if let shrunk = lives.first?.shrunk?.point.subscribers, let range = Self.percents(lives.map { $0.left($0.shrunk) })
    {
      sentences.append("with \(Figure.grouped(shrunk)) subscribers left, \(range) of the peak is still resident")
    }
    if let range = Self.percents(lives.map { $0.left($0.empty) }) {
      sentences.append("with none left, \(range)")
    }
    if let range = Self.percents(lives.map { $0.left($0.purged) }) {
      sentences.append("after the purge, \(range)")
    }
    return "\(Markdown.code(allocator)): \(sentences.joined(separator: "; "))."
  }

  /// Returns the least and the most in percent; nil if there is nothing.
  private static func percents(_ fractions: [Double?]) -> String? {
    let known = fractions.compactMap(\.self)
    guard let least = known.min(), let most = known.max() else { return nil }
    let (low, high) = (Figure.percent(least), Figure.percent(most))
    return low == high ? low : "\(low) to \(high)"
  }

  private func lifeTable(_ lives: [LifeFigures]) -> String {
    let shrunk = lives.compactMap { $0.shrunk?.point.subscribers }.first.map(Figure.grouped) ?? "few"
    let rows = lives.map { life in
      [
        Markdown.code(life.life.candidate), life.life.allocator,
        Figure.count(life.peak?.residentBytes(per: life.peakSubscribers)),
        percent(life.peak?.internalFragmentation), external(life.peak),
        Figure.count(life.shrunk.flatMap { $0.residentBytes(per: $0.point.subscribers) }),
        percent(life.shrunk?.internalFragmentation), external(life.shrunk),
        Figure.count(life.empty?.residentBytes(per: life.peakSubscribers)),
        Figure.count(life.purged?.residentBytes(per: life.peakSubscribers)),
      ]
    }
    return Markdown.table(
      [
        "storage", "allocator", "peak:<br>bytes each", "<br>internal", "<br>external", "\(shrunk) left:<br>bytes each",
        "<br>internal", "<br>external", "none left:<br>bytes", "purged:<br>bytes",
      ], rows, textColumns: 2)
  }

  private func percent(_ fraction: Double?) -> String { fraction.map(Figure.percent) ?? Figure.missing }

  /// Returns the external fragmentation, with its two parts where the allocator tells them.
  private func external(_ moment: LifeFigures.Moment?) -> String {
    guard let total = moment?.externalFragmentation else { return Figure.missing }
    guard let used = moment?.inUsedPages, let kept = moment?.inKeptPages else { return Figure.percent(total) }
    return "\(Figure.percent(total)) (\(Figure.percent(used)) + \(Figure.percent(kept)))"
  }

  private var lifeLegend: String {
    """
    Bytes each are resident bytes for each subscriber; with none left and after the purge, for each subscriber of the \
    peak. Nothing is live then, so all of it is external fragmentation. Internal fragmentation is the part of the \
    allocated bytes that the storage did not request: rounding to size classes, and headers. Requests are counted \
    under jemalloc; a storage requests the same blocks on every allocator. External fragmentation is the part of the \
    resident bytes without a live block. Its parts, which only jemalloc tells: the free part of pages that hold live \
    blocks, which no purge can give back, and free pages that the allocator keeps. Resident are the anonymous pages \
    of the process, as the kernel counts them; a block may have untouched pages, which are not resident.
    """
  }
}
