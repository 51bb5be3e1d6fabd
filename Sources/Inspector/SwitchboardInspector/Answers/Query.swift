#if Inspector
  /// What a reader wants to see of a table: which rows, in which order, and which part of them.
  struct Query {
    let sort: String?
    let isAscending: Bool?
    let filter: String
    let page: Int
    let size: Int

    private static let largestSize = 1000

    init(_ request: Request) throws(RequestError) {
      sort = request.query["sort"]
      switch request.query["order"] {
      case nil: isAscending = nil
      case "asc": isAscending = true
      case "desc": isAscending = false
      default: throw RequestError(.badRequest, "The order is asc or desc.")
      }
      filter = (request.query["filter"] ?? "").lowercased()
      page = try Self.number(request.query["page"], 0, 0...Int(Int32.max), "page")
      size = try Self.number(request.query["size"], 50, 1...Self.largestSize, "size")
    }

    private static func number(
      _ text: String?, _ standard: Int, _ range: ClosedRange<Int>, _ name: String
    ) throws(RequestError) -> Int {
      guard let text else { return standard }
      guard let number = Int(text), range.contains(number) else {
        throw RequestError(.badRequest, "The \(name) is a number from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
  }

  /// A column by which a table can be sorted.
  enum Column<Row> {
    case text((Row) -> String?)
    case number((Row) -> Double?)

    /// Whether `left` comes before `right`: small numbers first, texts by the alphabet, and what is unknown last.
    func precedes(_ left: Row, _ right: Row, isAscending: Bool) -> Bool? {
      switch self {
      case .text(let text): Self.precedes(text(left), text(right), isAscending)
      case .number(let number): Self.precedes(number(left), number(right), isAscending)
      }
    }

    private static func precedes<Key: Comparable>(_ left: Key?, _ right: Key?, _ isAscending: Bool) -> Bool? {
      switch (left, right) {
      case (let left?, let right?): left == right ? nil : (left < right) == isAscending
      case (nil, nil): nil
      case (_?, nil): true
      case (nil, _?): false
      }
    }

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// The part of a table that a query asks for.
  struct Part<Row> {
    let total: Int
    let matching: Int
    let page: Int
    let size: Int
    let rows: [Row]

    /// - Parameters:
    ///   - standard: The column by which rows are sorted if the query names none.
    ///   - identity: A number that orders rows which are equal otherwise, so that pages do not overlap.
    ///   - text: What the filter looks at.
    init(
      of all: [Row], _ query: Query, _ columns: [String: Column<Row>], standard: String,
      identity: (Row) -> UInt64, text: (Row) -> [String?]
    ) throws(RequestError) {
      let name = query.sort ?? standard
      guard let column = columns[name] else {
        let names = columns.keys.sorted().joined(separator: ", ")
        throw RequestError(.badRequest, "The rows cannot be sorted by “\(name.prefix(64))”: use one of \(names).")
      }
      var found = all
      if !query.filter.isEmpty {
        found = all.filter { row in text(row).contains { $0?.lowercased().contains(query.filter) == true } }
      }
      let isAscending = query.isAscending ?? column.isText
      found.sort { column.precedes($0, $1, isAscending: isAscending) ?? (identity($0) < identity($1)) }
      (total, matching, page, size) = (all.count, found.count, query.page, query.size)
      let begin = query.page.multipliedReportingOverflow(by: query.size)
      rows = begin.overflow ? [] : Array(found.dropFirst(begin.partialValue).prefix(query.size))
    }
  }
#endif
