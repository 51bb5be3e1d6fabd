/// The place of an event in a trace, in the form of the W3C: `00-<trace>-<span>-01`.
///
/// The trace is the number of the sending link, twice. The span is the number of the event's flow in the trace files of
/// both processes, so that the two files can be laid side by side.
enum WireTrace {
  /// Nil without a flow.
  static func text(flow: UInt64, origin: UInt64) -> String? {
    if flow == 0 { return nil }
    let link = WireIdentity.text(ofOrigin: origin)
    return "00-\(link)\(link)-\(WireIdentity.text(ofOrigin: flow))-01"
  }

  /// Returns the flow of a text in the form of the W3C; 0 if there is none.
  static func flow(of text: String?) -> UInt64 {
    guard let parts = text?.split(separator: "-", omittingEmptySubsequences: false), parts.count >= 4,
      parts[2].utf8.count == 16
    else { return 0 }
    return UInt64(parts[2], radix: 16) ?? 0
  }

  /// Returns a flow number that no event of this process has, and that another link hardly has. Traces have 40 bits for
  /// it. The numbers of a process are small; this one has its highest bit set.
  static func flow(origin: UInt64, number: UInt64) -> UInt64 {
    var mixed = origin ^ (number &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
    return (mixed >> 26) << 1 | 1 << 39
  }
}
