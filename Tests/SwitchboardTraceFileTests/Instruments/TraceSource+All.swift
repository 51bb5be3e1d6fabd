import SwitchboardTracing

extension TraceSource {
  /// Returns the remaining records.
  mutating func all() throws -> [TraceRecord] {
    var records: [TraceRecord] = []
    while let record = try next() { records.append(record) }
    return records
  }
}
