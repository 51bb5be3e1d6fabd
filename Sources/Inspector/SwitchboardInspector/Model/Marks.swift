#if Inspector
  internal import SwitchboardTraceFile

  /// The moments with which later counts are compared. Lives on the inspector's thread.
  struct Marks {
    /// A moment that a reader has marked.
    struct Mark: Encodable {
      let id: Int
      let at: Double
      let subscriptions: Int
      let registries: Int
    }

    private static let most = 8
    private var marks: [(mark: Mark, census: CensusDocument)] = []
    private var last = 0

    var all: [Mark] { marks.map(\.mark) }

    /// Remembers the counts of now. The oldest of more than eight marks is forgotten.
    mutating func add(_ observation: Observation) -> Mark {
      last += 1
      let mark = Mark(
        id: last, at: observation.seconds, subscriptions: observation.subscriptions.count { !$0.isIndirect },
        registries: observation.registries.count)
      if marks.count == Self.most { marks.removeFirst() }
      marks.append((mark, observation.document))
      return mark
    }

    /// Compares now with a mark, by line.
    func growth(since id: String?, _ observation: Observation, _ query: Query) throws(RequestError) -> GrowthPage {
      guard let id, let number = Int(id) else {
        throw RequestError(.badRequest, "Growth needs the number of a mark: /api/growth?since=1.")
      }
      guard let known = marks.first(where: { $0.mark.id == number }) else {
        throw RequestError(.notFound, "There is no mark \(number), or not any more: make one with POST /api/marks.")
      }
      return try GrowthPage(known.mark, CensusGrowth(from: known.census, to: observation.document), observation, query)
    }
  }

  struct MarkList: Encodable {
    let marks: [Marks.Mark]
  }

  /// Some of the lines whose numbers of subscriptions or registries differ from those at a mark.
  struct GrowthPage: Encodable {
    let since: Marks.Mark
    let at: Double
    let total: Int
    let matching: Int
    let page: Int
    let size: Int
    let rows: [CensusGrowth.Row]

    init(_ mark: Marks.Mark, _ growth: CensusGrowth, _ observation: Observation, _ query: Query) throws(RequestError) {
      let lines = Array(growth.rows.enumerated())
      let part = try Part(
        of: lines, query,
        [
          "growth": .number { Double($0.element.growth) }, "before": .number { Double($0.element.before) },
          "after": .number { Double($0.element.after) }, "line": .text { $0.element.line },
          "label": .text { $0.element.label },
        ], standard: "growth", identity: { UInt64($0.offset) },
        text: { [$0.element.line, $0.element.label, $0.element.owner] })
      (since, at) = (mark, observation.seconds)
      (total, matching, page, size) = (part.total, part.matching, part.page, part.size)
      rows = part.rows.map(\.element)
    }
  }
#endif
