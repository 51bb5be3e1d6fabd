public import SwitchboardBroadcast

extension Sink {
  /// Passes `terminal` on. Calls `sendRest` before completion, to send the values that the operator still keeps.
  @inlinable
  func end(_ terminal: Terminal, _ chain: Chain, sendRest: () -> Void) {
    if case .completed = terminal { sendRest() }
    if !chain.isDisposed { self.terminal(terminal) }
  }
}

extension Sink {
  /// Passes a value on that has waited.
  @inlinable @inline(__always)
  func value(_ value: Value, _ held: Probe.Held) {
    let release = Probe.released(held)
    self.value(value)
    Probe.ended(release)
  }
}
