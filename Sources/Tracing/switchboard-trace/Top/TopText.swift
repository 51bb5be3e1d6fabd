#if Tools
  /// A line of a view. A style shows only on a terminal.
  struct TopLine: Equatable, Sendable {
    enum Style: Sendable { case plain, strong, alarm }

    var text: String
    var style = Style.plain

    init(_ text: String, _ style: Style = .plain) { (self.text, self.style) = (text, style) }
  }

  /// The lines that show a program to people.
  struct TopText {
    let snapshot: TopSnapshot
    /// The columns of the terminal; nil if the lines may have any length.
    let width: Int?

    /// The head of each view, without the sentences about what is not counted.
    static func totals(_ overview: Overview, width: Int?) -> [TopLine] {
      var first = "\(overview.program.text) (process \(overview.process)), up \(Quantity.time(seconds: overview.at))"
      if overview.recording { first += ", a trace session records" }
      if overview.showsValues { first += ", shows values" }
      let second = [
        Quantity.count(overview.subscriptions, "subscription"), Quantity.registries(overview.registries),
        "\(Quantity.count(overview.sends, "send")) (\(Quantity.rate(overview.sendsPerSecond))/s)",
        "\(Quantity.deliveries(overview.deliveries)) (\(Quantity.rate(overview.deliveriesPerSecond))/s)",
        "\(Quantity.count(overview.waiting)) waiting", "\(Quantity.count(overview.kept)) kept",
      ]
      return [TopLine(first, .strong)] + second.flowing(", ", to: width).map { TopLine($0) }
    }

    /// The sentences about what is not counted, which must not go unseen.
    static func notCounted(_ overview: Overview, width: Int?) -> [TopLine] {
      overview.notCounted.flatMap { "NOT COUNTED: \($0.text)".wrapped(to: width) }.map { TopLine($0, .alarm) }
    }

    /// The registries of the page, under a title.
    var registries: [TopLine] {
      let lines = RegistryTable(snapshot, width: width).lines
      return [TopLine(title, .strong)] + lines.map { TopLine($0) }
    }

    private var title: String {
      let query = snapshot.query
      let filter = query.filter.isEmpty ? "" : ", filter “\(query.filter.visible)”"
      let (low, high) = query.sort.isText ? ("A first", "Z first") : ("lowest first", "highest first")
      let order = query.isDescending ? high : low
      let page = snapshot.registries
      let rows = UInt64(page.rows.count)
      guard rows > 0 else { return page.total == 0 ? "The program has no registry" : "No registry here\(filter)" }
      // An answer that is wrong must not overflow.
      let first = min(page.page, 1 << 30) * min(page.size, 1 << 30) + 1
      return """
        Registries by \(query.sort.words), \(order): \(Quantity.count(first)) to \(Quantity.count(first + rows - 1)) \
        of \(Quantity.count(page.matching))\(filter)
        """
    }

    /// The warnings, and what looked for them.
    var warnings: [TopLine] {
      guard let list = snapshot.warnings else { return [TopLine("Warnings: not known yet", .strong)] }
      let count = UInt64(list.warnings.count)
      let lines = list.warnings.flatMap { warning in
        let place = warning.line.map { " at \($0.text)" } ?? ""
        let title = "\(warning.title.text)\(place), since \(Quantity.time(seconds: warning.since))"
        return [TopLine("")] + title.wrapped(to: width).map { TopLine($0, .strong) }
          + [warning.detail.text, warning.remedy.text].flatMap { indented($0) }
      }
      let checks = list.checks.isEmpty ? [] : [TopLine(""), TopLine("What looks for warnings", .strong)]
      return [TopLine("\(Quantity.count(count, "warning"))", .strong)] + lines + checks
        + list.checks.flatMap { indented("\($0.kind.text): \($0.state.text)") }
    }

    private func indented(_ text: String) -> [TopLine] {
      text.wrapped(to: width.map { $0 - 2 }).map { TopLine("  " + $0) }
    }
  }

  extension SortKey {
    /// Whether the key is a text, which has no highest.
    fileprivate var isText: Bool { !isDescending }
  }

  /// The rows of registries. Leaves out the columns that tell least if the terminal is too narrow for all of them.
  private struct RegistryTable {
    private struct Column: Sendable {
      let heading: String
      let key: SortKey?
      /// Columns with higher numbers are left out first; those with 0 stay.
      let rank: Int
      let cell: @Sendable (RegistryPage.Row) -> String
    }

    private static let columns = [
      Column(heading: "id", key: nil, rank: 2) { "\($0.number)" },
      Column(heading: "name", key: .name, rank: 0) { ($0.name ?? $0.type).text },
      Column(heading: "type", key: .type, rank: 7) { $0.type.text },
      Column(heading: "kind", key: .kind, rank: 3) { $0.kind.text },
      Column(heading: "line", key: .line, rank: 0) { $0.line?.text ?? "?" },
      Column(heading: "subs", key: .subscribers, rank: 0) { Quantity.count($0.subscribers) },
      Column(heading: "sends/s", key: .sendsPerSecond, rank: 0) { Quantity.rate($0.sendsPerSecond) },
      Column(heading: "deliv/s", key: .deliveriesPerSecond, rank: 0) { Quantity.rate($0.deliveriesPerSecond) },
      Column(heading: "waiting", key: .waiting, rank: 0) { Quantity.count($0.waiting) },
      Column(heading: "kept", key: .kept, rank: 1) { Quantity.count($0.kept) },
      Column(heading: "sends", key: .sends, rank: 4) { Quantity.count($0.sends) },
      Column(heading: "deliveries", key: .deliveries, rank: 5) { Quantity.count($0.deliveries) },
      Column(heading: "age", key: .age, rank: 6) { Quantity.time(seconds: $0.age) },
    ]

    let lines: [String]

    init(_ snapshot: TopSnapshot, width: Int?) {
      func filled(_ columns: [Column]) -> Table {
        var table = Table(
          "",
          columns.map { column in
            let isText = column.key.map { !$0.isDescending } ?? false
            let mark = column.key == snapshot.query.sort ? (snapshot.query.isDescending ? "▼" : "▲") : ""
            if column.key == .line { return .text(column.heading + mark) }
            return isText ? .name(column.heading + mark) : .number(column.heading + mark)
          })
        for row in snapshot.registries.rows { table.add(columns.map { $0.cell(row) }) }
        return table
      }
      var columns = Self.columns
      var table = filled(columns)
      while let width, table.leastWidth(path: 24) > width {
        let candidates = columns.indices.filter { columns[$0].rank > 0 && columns[$0].key != snapshot.query.sort }
        guard let least = candidates.max(by: { columns[$0].rank < columns[$1].rank }) else { break }
        columns.remove(at: least)
        table = filled(columns)
      }
      lines = table.text(width: width).split(separator: "\n").map(String.init)
    }
  }
#endif
