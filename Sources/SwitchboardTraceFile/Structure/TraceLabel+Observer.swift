import SwitchboardTracing

extension TraceLabel {
  /// Of an observer's registry: each subscription to a cold signal makes one, and it holds nothing but that subscription.
  /// A viewer shows thousands of others better without a counter for each of these.
  var isOfOneSubscription: Bool { name == nil && type.hasPrefix("Observer<") }
}
