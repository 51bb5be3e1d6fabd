internal import SwitchboardTracing

extension TraceLabel {
  /// Whether the label belongs to an observer's registry. Each subscription to a cold signal makes such a registry,
  /// which holds only that subscription. A viewer with thousands of other counters is clearer without counters for
  /// these registries.
  var isOfOneSubscription: Bool { name == nil && type.hasPrefix("Observer<") }
}
