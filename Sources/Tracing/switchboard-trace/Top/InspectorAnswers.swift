#if Tools
  import Foundation

  /// A text that came from an inspector, in a form that a terminal only shows.
  struct VisibleText: Decodable, Sendable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self).visible
    }
  }

  /// The answer of `/api/overview`.
  struct Overview: Decodable, Sendable {
    let program: VisibleText
    let process: Int64
    let at: Double
    let registries, subscriptions, sends, deliveries: UInt64
    let sendsPerSecond, deliveriesPerSecond: Double?
    let waiting, kept: UInt64
    let warnings: UInt64
    let showsValues, recording: Bool
    let notCounted: [VisibleText]
  }

  /// The answer of `/api/registries`.
  struct RegistryPage: Decodable, Sendable {
    let total, matching, page, size: UInt64
    let rows: [Row]

    /// The highest number of registries that an inspector shows at once.
    static let largestSize = 1000

    /// The number of the last page.
    var lastPage: UInt64 { matching == 0 ? 0 : (matching - 1) / max(1, size) }

    struct Row: Decodable, Sendable {
      let number: UInt64
      let name: VisibleText?
      let type: VisibleText
      let line: VisibleText?
      let kind: VisibleText
      let subscribers, sends: UInt64
      let sendsPerSecond: Double?
      let deliveries: UInt64
      let deliveriesPerSecond: Double?
      let waiting, kept: UInt64
      let age: Double
    }
  }

  /// The answer of `/api/warnings`.
  struct WarningList: Decodable, Sendable {
    let warnings: [Warning]
    let checks: [Check]

    struct Warning: Decodable, Sendable {
      let kind, title, detail, remedy: VisibleText
      let line: VisibleText?
      let since: Double
    }

    struct Check: Decodable, Sendable { let kind, state: VisibleText }
  }

  /// The order of the registries.
  enum SortKey: String, CaseIterable, Sendable {
    case name, type, line, kind, subscribers, sends, deliveries, sendsPerSecond, deliveriesPerSecond, waiting, kept, age

    /// Whether the largest come first unless the user reverses the order.
    var isDescending: Bool {
      switch self {
      case .name, .type, .line, .kind: false
      default: true
      }
    }

    /// The key in words, as in “by sends per second”.
    var words: String {
      switch self {
      case .sendsPerSecond: "sends per second"
      case .deliveriesPerSecond: "deliveries per second"
      default: rawValue
      }
    }
  }

  /// What to ask for.
  struct TopQuery: Sendable, Equatable {
    var sort: SortKey
    var isReversed = false
    var filter = ""
    var page: UInt64 = 0

    var isDescending: Bool { sort.isDescending != isReversed }

    func parameters(size: Int) -> [(name: String, value: String)] {
      [("sort", sort.rawValue), ("order", isDescending ? "desc" : "asc"), ("page", "\(page)"), ("size", "\(size)")]
        + (filter.isEmpty ? [] : [("filter", filter)])
    }
  }

  /// The answers that one view of the program needs.
  struct TopSnapshot: Sendable {
    let overview: Overview
    let registries: RegistryPage
    /// Nil if the command did not ask for the warnings.
    let warnings: WarningList?
    /// What the registries were asked for.
    let query: TopQuery
  }

  extension InspectorClient {
    /// Asks for everything that one view shows.
    ///
    /// - Parameters:
    ///   - withWarnings: Whether to ask for the warnings. Their number is in the overview.
    ///   - size: Returns the number of registries to ask for.
    func snapshot(
      _ query: TopQuery, withWarnings: Bool, size: (Overview) -> Int
    ) throws(InspectorFailure) -> TopSnapshot {
      let overview = try decode(Overview.self, get("/api/overview"))
      let registries = try decode(RegistryPage.self, get(registries: query, size: size(overview)))
      let warnings = withWarnings ? try decode(WarningList.self, get("/api/warnings")) : nil
      return TopSnapshot(overview: overview, registries: registries, warnings: warnings, query: query)
    }

    /// Returns the answers as one JSON object, unchanged.
    func json(_ query: TopQuery, size: Int) throws(InspectorFailure) -> String {
      let (overview, registries) = (try get("/api/overview"), try get(registries: query, size: size))
      let warnings = try get("/api/warnings")
      _ = try decode(Overview.self, overview)
      _ = try decode(RegistryPage.self, registries)
      _ = try decode(WarningList.self, warnings)
      let members = [("overview", overview), ("registries", registries), ("warnings", warnings)]
        .map { "\"\($0)\":" + String(decoding: $1, as: UTF8.self) }
      return "{\(members.joined(separator: ","))}".withoutControlsInJSON
    }

    private func get(registries query: TopQuery, size: Int) throws(InspectorFailure) -> Data {
      try get("/api/registries", query.parameters(size: size))
    }

    private func decode<Answer: Decodable>(_ type: Answer.Type, _ bytes: Data) throws(InspectorFailure) -> Answer {
      do {
        return try JSONDecoder().decode(type, from: bytes)
      } catch {
        throw .foreign(address.name, "its answer is no \(type == Overview.self ? "overview" : "list") of a program")
      }
    }
  }
#endif
