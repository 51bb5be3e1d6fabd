import SwitchboardTracing

extension TraceSymbols {
  /// The source line with that number. Unknown if it is not in the table.
  func site(_ number: UInt32) -> TraceSite { Int(number) < sites.count ? sites[Int(number)] : sites[0] }

  /// The label with that number. Empty if it is not in the table.
  func label(_ number: UInt32) -> TraceLabel { Int(number) < labels.count ? labels[Int(number)] : labels[0] }
}
