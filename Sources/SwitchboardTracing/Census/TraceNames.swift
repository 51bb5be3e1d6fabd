internal import CSwitchboardTracing

/// The labels and source lines behind their numbers, also while no session records.
package enum TraceNames {
  /// Returns the label with `number`. O(1).
  package static func label(_ number: UInt32) -> TraceLabel {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return TraceLabels.label(Int(number))
  }

  /// Returns the source line with `number`. O(1).
  package static func site(_ number: UInt32) -> TraceSite {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    guard number < switchboard_trace_site_count() else { return TraceSite(fileID: "", line: 0) }
    var file: UnsafePointer<CChar>?
    var line: UInt32 = 0
    switchboard_trace_site_at(number, &file, &line)
    return TraceSite(fileID: file.map { String(cString: $0) } ?? "", line: line)
  }
}
