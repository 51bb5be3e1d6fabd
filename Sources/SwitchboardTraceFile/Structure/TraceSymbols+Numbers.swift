internal import SwitchboardTracing

extension TraceSymbols {
  /// Returns the source line with that number, or the unknown line if the number is not in the table.
  func site(_ number: UInt32) -> TraceSite { Int(number) < sites.count ? sites[Int(number)] : sites[0] }

  /// Returns the label with that number, or the empty label if the number is not in the table.
  func label(_ number: UInt32) -> TraceLabel { Int(number) < labels.count ? labels[Int(number)] : labels[0] }
}
