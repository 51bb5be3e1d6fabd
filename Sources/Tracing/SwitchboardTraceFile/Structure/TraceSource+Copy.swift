package import SwitchboardTracing

extension TraceSource {
  /// Writes the rest of the source into `sink`, from the sink's beginning to its end, 1024 records at a time.
  ///
  /// If the source throws, the sink gets all earlier records and is finished. Then the error is thrown.
  package consuming func copy(to sink: some TraceSink) throws {
    var source = self
    try sink.begin(source.header)
    var batch: [TraceRecord] = []
    batch.reserveCapacity(1024)
    var damage: (any Error)?
    reading: while true {
      do {
        guard let record = try source.next() else { break reading }
        batch.append(record)
      } catch {
        damage = error
        break reading
      }
      if batch.count == 1024 {
        try sink.write(batch, source.symbols)
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { try sink.write(batch, source.symbols) }
    try sink.finish()
    if let damage { throw damage }
  }
}
