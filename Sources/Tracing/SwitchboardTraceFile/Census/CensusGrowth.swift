/// What grew and what shrank between two censuses, by line, like the difference of two heaps.
package struct CensusGrowth: Equatable, Sendable {
  /// The lines whose number changed, the highest growth first, then by file and line. A line that shrank has a negative
  /// growth, so it comes last.
  package var rows: [Row]

  /// The rows that grew, the highest growth first.
  package var grown: ArraySlice<Row> { rows.prefix { $0.growth > 0 } }
  /// The number of rows that shrank.
  package var shrunk: Int { rows.count - grown.count }

  /// What a row counts.
  package enum What: String, Codable, Sendable { case subscription, registry }

  /// Subscriptions with the same line, label and owner; or the registries that one line made, or, where the line is
  /// unknown, those with the same type and name.
  package struct Row: Codable, Equatable, Sendable {
    package var what: What
    /// The line, as `Module/File.swift:12`; nil for registries whose line is unknown.
    @OrNull package var line: String?
    /// The label of the subscriptions; the name that the registries share, or else their type. If they differ in that
    /// too, the first of their types, with a remark that there are more.
    package var label: String
    /// The type of the owner; nil for registries, and for subscriptions without an owner.
    @OrNull package var owner: String?
    /// The number in the first census.
    package var before: UInt64
    /// The number in the second census.
    package var after: UInt64
    /// `after` less `before`, or the nearest number that fits.
    package var growth: Int64
  }

  /// Compares two censuses. Does not look at program and process: whether the two belong together is for the caller to
  /// judge. The same censuses give the same rows in the same order, also if their own rows come in another order.
  ///
  /// Takes n log n time and n memory, for n rows of both.
  package init(from before: CensusDocument, to after: CensusDocument) {
    var accumulators: [CensusKey: RowCounts] = [:]
    for (document, count) in [(before, \RowCounts.before), (after, \RowCounts.after)] {
      for row in document.subscriptions {
        accumulators[CensusKey(row), default: RowCounts()][keyPath: count].add(row.count)
      }
      for registry in document.registries {
        accumulators[CensusKey(registry), default: RowCounts()].add(registry, to: count)
      }
    }
    var places: [(place: RowOrder, row: Row)] = []
    for (key, accumulator) in accumulators where accumulator.before != accumulator.after {
      places.append((RowOrder(key), Row(key, accumulator)))
    }
    places.sort { a, b in a.row.growth == b.row.growth ? a.place < b.place : a.row.growth > b.row.growth }
    rows = places.map(\.row)
  }
}

extension CensusGrowth.Row {
  fileprivate init(_ key: CensusKey, _ accumulator: RowCounts) {
    (what, line, owner) = (key.what, key.line, key.owner)
    label = key.label ?? accumulator.label
    (before, after) = (accumulator.before, accumulator.after)
    growth = after >= before ? Int64(clamping: after - before) : -Int64(clamping: before - after)
  }
}

/// What makes two rows of censuses the same row.
private struct CensusKey: Hashable {
  let what: CensusGrowth.What
  let line: String?
  /// Nil for registries, whose names count only where the line is unknown.
  let label: String?
  let owner: String?
  /// The type and the name of registries whose line is unknown.
  let type, name: String?

  init(_ row: CensusDocument.Subscriptions) {
    (what, line, label, owner) = (.subscription, row.line, row.label, row.owner)
    (type, name) = (nil, nil)
  }

  init(_ registry: CensusDocument.Registry) {
    (what, line, label, owner) = (.registry, registry.line, nil, nil)
    (type, name) = registry.line == nil ? (registry.type, registry.name) : (nil, nil)
  }
}

/// The numbers of a row, and what the registries of the row have in common.
private struct RowCounts {
  var before: UInt64 = 0
  var after: UInt64 = 0
  private var names: Set<String?> = []
  private var types: Set<String> = []

  mutating func add(_ registry: CensusDocument.Registry, to count: WritableKeyPath<Self, UInt64>) {
    self[keyPath: count].add(1)
    names.insert(registry.name)
    types.insert(registry.type)
  }

  var label: String {
    if names.count == 1, let name = names.first ?? nil { return name }
    guard let first = types.min() else { return "" }
    return types.count == 1 ? first : "\(first) and \(types.count - 1) more"
  }
}

/// The order of rows with the same growth: by file, by the number of the line, and then by all that tells two rows
/// apart, so that the order is always the same. Rows without a line come last.
private struct RowOrder: Comparable {
  private let file: String
  private let number: UInt64
  private let rest: [String]

  init(_ key: CensusKey) {
    let line = key.line ?? "\u{10FFFF}"
    let colon = line.lastIndex(of: ":")
    let digits = colon.flatMap { UInt64(line[line.index(after: $0)...]) }
    file = digits == nil ? line : String(line[..<(colon ?? line.endIndex)])
    number = digits ?? 0
    let texts = [key.label, key.owner, key.type, key.name].map { $0.map { "1" + $0 } ?? "0" }
    rest = [key.what.rawValue] + texts + [line]
  }

  static func < (a: Self, b: Self) -> Bool {
    guard (a.file, a.number) == (b.file, b.number) else { return (a.file, a.number) < (b.file, b.number) }
    return a.rest.lexicographicallyPrecedes(b.rest)
  }
}
