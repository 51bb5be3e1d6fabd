#if Tools
  import SwitchboardTraceFile

  /// A census, as a text for people.
  struct CensusText {
    private let document: CensusDocument
    private let top: Int?

    /// - Parameter document: The census, with its rows in the order in which the text shows them.
    init(_ document: CensusDocument, top: Int?) { (self.document, self.top) = (document, top) }

    /// Returns a census with its rows by size, the largest first. Rows of equal size keep their order.
    static func sorted(_ document: CensusDocument) -> CensusDocument {
      var document = document
      document.registries = largestFirst(document.registries) { ($0.subscribers, $0.sends, $0.kept) }
      document.subscriptions = largestFirst(document.subscriptions) { ($0.count, $0.deliveries, $0.waiting) }
      return document
    }

    private static func largestFirst<Row>(_ rows: [Row], _ size: (Row) -> (UInt64, UInt64, UInt64)) -> [Row] {
      rows.enumerated().sorted { a, b in
        let (sizeA, sizeB) = (size(a.element), size(b.element))
        return sizeA == sizeB ? a.offset < b.offset : sizeA > sizeB
      }
      .map(\.element)
    }

    /// Returns the program with its process id.
    static func process(_ document: CensusDocument) -> String {
      "\(document.program.isEmpty ? "a program" : document.program.visible) (process \(document.process))"
    }

    var text: String {
      let (rows, lines) = (UInt64(document.registries.count), UInt64(document.subscriptions.count))
      let headline = """
        \(Self.process(document)) after \(Quantity.time(seconds: document.at)), at \(document.takenAt.visible): \
        \(Quantity.registries(rows)), \(Quantity.count(lines, "subscription line"))

        """
      return [headline, subscriptions.text(limit: top), registries.text(limit: top)].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }

    private var subscriptions: Table {
      var table = Table(
        "Subscriptions by line",
        [
          .number("count"), .text("line"), .name("label"), .name("owner"), .number("deliveries"), .number("waiting"),
          .number("oldest"), .number("youngest"), .number("owners gone"),
        ])
      for row in document.subscriptions {
        table.add(
          [Quantity.count(row.count), row.line, row.label, row.owner ?? ""]
            + [row.deliveries, row.waiting].map { Quantity.count($0) }
            + [row.oldest, row.youngest].map { Quantity.time(seconds: $0) } + [Quantity.count(row.ownersGone)])
      }
      return table
    }

    private var registries: Table {
      var table = Table(
        "Registries",
        [
          .number("id"), .name("name"), .name("kind"), .text("line"), .number("subscribers"), .number("sends"),
          .number("deliveries"), .number("waiting"), .number("most"), .number("kept"), .number("age"),
        ])
      for row in document.registries {
        table.add(
          ["\(row.number)", row.name ?? row.type, row.kind, row.line ?? "?"]
            + [row.subscribers, row.sends, row.deliveries, row.waiting, row.mostWaiting, row.kept]
            .map { Quantity.count($0) } + [Quantity.time(seconds: row.age)])
      }
      return table
    }
  }

  /// What grew between two censuses, as a text for people.
  struct GrowthText {
    let text: String

    /// - Parameter all: Whether the text also shows the lines that shrank.
    init(_ before: CensusInput, _ after: CensusInput, _ growth: CensusGrowth, all: Bool, top: Int?) {
      let (a, b) = (before.document, after.document)
      let times = [a, b].map { Quantity.time(seconds: $0.at) }
      let (grown, shrunk) = (UInt64(growth.grown.count), UInt64(growth.shrunk))
      var text = """
        \(CensusText.process(b)), from \(times[0]) to \(times[1]): \(Quantity.count(grown, "line")) grew, \
        \(Quantity.count(shrunk)) shrank\(shrunk > 0 && !all ? " (--all shows what shrank)" : "")

        """
      var table = Table(
        "",
        [
          .number("growth"), .number("before"), .number("after"), .text("line"), .name("what"), .name("label"),
          .name("owner"),
        ])
      for row in all ? growth.rows[...] : growth.grown {
        let change = (row.growth > 0 ? "+" : "-") + Quantity.count(row.growth.magnitude)
        table.add(
          [
            change, Quantity.count(row.before), Quantity.count(row.after), row.line ?? "?", row.what.rawValue,
            row.label, row.owner ?? "",
          ])
      }
      let rows = table.text(limit: top)
      if !rows.isEmpty { text += "\n" + rows }
      self.text = text
    }
  }
#endif
