internal import CSwitchboardTracing

/// Runs `body` as an activity, which is the cause of everything recorded in `body`, and of what those records lead to
/// on other threads. A trace shows the activity under `name`, with its duration.
///
/// Cost: one load while no session records; otherwise two records and a look-up in a table of names.
public func withTraceScope<Result>(
  _ name: String, fileID: StaticString = #fileID, line: UInt32 = #line, _ body: () throws -> Result
) rethrows -> Result {
  guard switchboard_trace_is_recording() else { return try body() }
  let file = UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self)
  let mark = switchboard_trace_mark(registry: 0, label: TraceLabels.number(of: nil, named: name))
  let activity = switchboard_trace_begin(UInt32(TraceKind.scope.rawValue), mark, switchboard_trace_site(file, line))
  defer { switchboard_trace_end(activity) }
  return try body()
}

extension TraceSnapshot {
  /// Returns the part of the trace that the scopes called `name` caused: what ran in these scopes, and what that led
  /// to.
  public func caused(byScope name: String) -> TraceSnapshot {
    caused(by: []) { $0.kind == .scope && symbols.label(of: $0).name == name }
  }

  /// Returns what the activities `roots`, and the activities that `isRoot` picks, led to.
  func caused(by roots: Set<UInt64>, _ isRoot: (TraceRecord) -> Bool = { _ in false }) -> TraceSnapshot {
    var flows = roots
    var part = self
    part.records = records.filter { record in
      if record.kind.isActivity || record.kind == .queue || record.kind == .hop {
        // Work that was queued or hopped has the flow of its announcement, which `flows` holds already.
        let isCaused = isRoot(record) || flows.contains(record.cause) || flows.contains(record.flow)
        if isCaused { flows.insert(record.flow) }
        return isCaused
      }
      return flows.contains(record.flow) || record.kind == .lost
    }
    return part
  }
}
