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
