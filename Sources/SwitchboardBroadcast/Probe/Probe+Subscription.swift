#if Tracing
  internal import CSwitchboardTracing
  internal import SwitchboardTracing

  extension SubscriptionNode {
    /// Numbers a subscription that is in no registry, and records it if a trace is being recorded.
    package func beginTrace(name: String?, fileID: StaticString, line: UInt32) {
      if siteNumber == 0 { siteNumber = Probe.site(fileID, line) }
      probe.id = switchboard_trace_new_id()
      if let name { probe.mark.label = TraceLabels.number(of: nil, named: name) }
      if switchboard_census_has_scopes() { Probe.attribute(self) }
      if switchboard_trace_is_recording() {
        switchboard_trace_moment(Probe.kind(.subscribe), probe.id, 0, probe.mark, site)
      }
    }

    /// Makes this subscription a part of `chain`: traces and leak reports show the source line of `chain` for it.
    package func joinTrace(of chain: SubscriptionNode) {
      guard siteNumber == 0 else { return }
      siteNumber = chain.site
      probe.isIndirect = true
      probe.scope = chain.probe.scope
    }

    @usableFromInline
    package func traceStart() -> UInt64 { switchboard_trace_begin(Probe.kind(.start), probe.mark, site) }

    @usableFromInline
    package func traceDelivery(_ event: UInt8) {
      if probe.id != 0 { switchboard_trace_deliver(Probe.kind(.deliver, event), probe.id, probe.mark, site) }
    }
  }
#endif
