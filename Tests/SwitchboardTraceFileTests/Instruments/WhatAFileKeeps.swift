import SwitchboardTracing

extension TraceSnapshot {
  /// The trace that a file of this trace should give back, computed from the records alone. Flows are numbered in the
  /// order of their first appearance. Ends and flows of activities whose beginning is not recorded are left out.
  var afterRoundTrip: TraceSnapshot {
    var open: [UInt32: [UInt64]] = [:]
    var numbers: [UInt64: UInt64] = [:]
    var left: [UInt64: UInt64] = [:]
    var last: UInt64 = 0
    func number(_ flow: UInt64) -> UInt64 {
      if let number = numbers[flow] { return number }
      last += 1
      numbers[flow] = last
      return last
    }
    var result = self
    result.records = []
    for var record in records {
      let around = open[record.thread]?.last
      let surrounding = around.map(number) ?? 0
      switch record.kind {
      case .send, .start, .replay, .arrive, .scope:
        open[record.thread, default: []].append(record.flow)
        if record.isIndirect || record.kind == .arrive {
          record.cause = left.removeValue(forKey: record.flow) ?? 0
        } else {
          record.cause = surrounding
        }
        record.flow = number(record.flow)
      case .end:
        guard around == record.flow else { continue }
        open[record.thread]!.removeLast()
        record.flow = surrounding
      case .queue, .hop:
        left[record.flow] = surrounding
        record.cause = surrounding
        record.flow = number(record.flow)
      case .lost: open[record.thread] = []
      case .deliver, .subscribe, .dispose, .ownerDeinit, .close: record.flow = surrounding
      }
      result.records.append(record)
    }
    return result
  }
}
