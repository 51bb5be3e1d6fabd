internal import CSwitchboardTracing

/// Runs `body` as an activity of its own: everything recorded in it, and what that leads to on other threads, has it as
/// its cause. Shows in a trace under `name`, with its duration.
///
/// Cost: one load while nobody records, otherwise two records and a look into a table of names.
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
  /// The part of the trace that began in the scopes called `name`: what ran in them, and what that led to.
  public func caused(byScope name: String) -> TraceSnapshot {
    caused(by: []) { $0.kind == .scope && symbols.label(of: $0).name == name }
  }

  /// What the activities `roots`, and those that `isRoot` picks, led to.
  func caused(by roots: Set<UInt64>, _ isRoot: (TraceRecord) -> Bool = { _ in false }) -> TraceSnapshot {
    var flows = roots
    var part = self
    part.records = records.filter { record in
      if record.kind.isActivity || record.kind == .queue || record.kind == .hop {
        // Of what was queued or hopped the announcement is known already.
        let isCaused = isRoot(record) || flows.contains(record.cause) || flows.contains(record.flow)
        if isCaused { flows.insert(record.flow) }
        return isCaused
      }
      return flows.contains(record.flow) || record.kind == .lost
    }
    return part
  }
}
