package import SwitchboardTracing

/// A filter of records: terms of the form `key=value,value`, with spaces between them.
///
/// All terms must hold, and in each term at least one value. A value with spaces or commas stands in double quotes.
///
/// | key | value |
/// |---|---|
/// | `kind` | `send`, `deliver`, … : ``TraceKind/name`` |
/// | `event` | `value`, `error`, `completed`, `ended`; only records that have one |
/// | `site` | `Form.swift`, `Form.swift:12`, or either after the module, as in `Form/Form.swift:12` |
/// | `label` | a name or a type; `*` stands for any text |
/// | `thread`, `registry`, `subscription`, `flow` | the number |
/// | `flow-of` | the number of a flow, or a source line |
///
/// `flow-of` with the number of a flow matches the activity of the flow and everything that the activity caused, also
/// through queues and hops. `flow-of` with a source line matches all activities that began at the line, and everything
/// that these activities caused.
///
/// The filter has state because of `flow-of`, so it must see all records of a trace, in order. O(terms) per record.
/// Memory for the symbols, and for the flows that `flow-of` follows and that have not ended.
package struct TraceFilter {
  private var terms: [Term]

  /// Parses `text`. Throws ``TraceFilterError``, which lists the valid keys or values.
  package init(_ text: String) throws(TraceFilterError) {
    terms = []
    for (key, values) in try FilterText(text).terms() { terms.append(try Term(key: key, values: values)) }
  }

  /// Returns whether to show `record`.
  package mutating func matches(_ record: TraceRecord, _ symbols: TraceSymbols) -> Bool {
    var result = true
    for index in terms.indices where !terms[index].matches(record, symbols) { result = false }
    return result
  }

  private struct Term {
    enum Test {
      case kinds(Set<TraceKind>)
      case events(Set<TraceEvent>)
      case sites([SitePattern])
      case labels([LabelPattern])
      case threads(Set<UInt64>), registries(Set<UInt64>), subscriptions(Set<UInt64>), flows(Set<UInt64>)
      case causes(CauseFollower)
    }

    var test: Test

    static let keys = [
      "kind", "event", "site", "label", "thread", "registry", "subscription", "flow", "flow-of",
    ]

    init(key: String, values: [String]) throws(TraceFilterError) {
      switch key {
      case "kind": test = .kinds(try Self.words(values, key, TraceKind.allCases.map { ($0.name, $0) }))
      case "event": test = .events(try Self.words(values, key, TraceEvent.allCases.map { ("\($0)", $0) }))
      case "site": test = .sites(values.map(SitePattern.init))
      case "label": test = .labels(values.map(LabelPattern.init))
      case "thread": test = .threads(try Self.numbers(values, key))
      case "registry": test = .registries(try Self.numbers(values, key))
      case "subscription": test = .subscriptions(try Self.numbers(values, key))
      case "flow": test = .flows(try Self.numbers(values, key))
      case "flow-of": test = .causes(CauseFollower(values))
      default: throw TraceFilterError("“\(key)” is not a key. Valid keys: \(Self.keys.joined(separator: ", "))")
      }
    }

    mutating func matches(_ record: TraceRecord, _ symbols: TraceSymbols) -> Bool {
      switch test {
      case .kinds(let kinds): return kinds.contains(record.kind)
      case .events(let events):
        return [.send, .queue, .deliver].contains(record.kind) && events.contains(record.event)
      case .sites(let patterns):
        guard record.site != 0 else { return false }
        let site = symbols.site(of: record)
        return patterns.contains { $0.matches(site) }
      case .labels(let patterns):
        let label = symbols.label(of: record)
        return patterns.contains { $0.matches(label) }
      case .threads(let numbers): return numbers.contains(UInt64(record.thread))
      case .registries(let numbers): return numbers.contains(UInt64(record.registry))
      case .subscriptions(let numbers): return numbers.contains(record.subscription)
      case .flows(let numbers): return numbers.contains(record.flow)
      case .causes(var follower):
        // The follower is taken out of `test` meanwhile, so that its set is not copied.
        test = .kinds([])
        defer { test = .causes(follower) }
        return follower.follow(record, symbols)
      }
    }

    private static func words<Word>(
      _ values: [String], _ key: String, _ all: [(String, Word)]
    ) throws(TraceFilterError) -> Set<Word> {
      var words: Set<Word> = []
      for value in values {
        guard let word = all.first(where: { $0.0 == value })?.1 else {
          throw TraceFilterError("“\(value)” is not a valid \(key). Valid: \(all.map(\.0).joined(separator: ", "))")
        }
        words.insert(word)
      }
      return words
    }

    private static func numbers(_ values: [String], _ key: String) throws(TraceFilterError) -> Set<UInt64> {
      var numbers: Set<UInt64> = []
      for value in values {
        guard let number = UInt64(value) else {
          throw TraceFilterError("“\(value)” is not a number. Write \(key) as a number, such as \(key)=5")
        }
        numbers.insert(number)
      }
      return numbers
    }
  }
}

/// A description of what is wrong with the text of a filter, and of what would be right.
package struct TraceFilterError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A parser of the text of a filter.
struct FilterText {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  /// Returns the keys with their values, in order.
  consuming func terms() throws(TraceFilterError) -> [(key: String, values: [String])] {
    var terms: [(key: String, values: [String])] = []
    while true {
      rest = rest.drop { $0.properties.isWhitespace }
      guard !rest.isEmpty else { return terms }
      terms.append(try term())
    }
  }

  private mutating func term() throws(TraceFilterError) -> (key: String, values: [String]) {
    let key = String(rest.prefix { $0 != "=" && !$0.properties.isWhitespace })
    rest = rest.dropFirst(key.unicodeScalars.count)
    guard rest.first == "=", !key.isEmpty else {
      throw TraceFilterError("“\(key)” is not a term. Write a term as key=value, such as kind=send,deliver")
    }
    var values: [String] = []
    repeat {
      rest = rest.dropFirst()
      let value = try value()
      guard !value.isEmpty else {
        throw TraceFilterError("\(key)= has no value. Write a value after “=” and after each comma")
      }
      values.append(value)
    } while rest.first == ","
    return (key, values)
  }

  private mutating func value() throws(TraceFilterError) -> String {
    guard rest.first == "\"" else {
      let value = rest.prefix { $0 != "," && !$0.properties.isWhitespace }
      rest = rest[value.endIndex...]
      return String(value)
    }
    let quoted = rest.dropFirst()
    guard let end = quoted.firstIndex(of: "\"") else {
      throw TraceFilterError("a quotation mark is missing at the end: \(String(rest))")
    }
    rest = rest[quoted.index(after: end)...]
    return String(quoted[..<end])
  }
}
