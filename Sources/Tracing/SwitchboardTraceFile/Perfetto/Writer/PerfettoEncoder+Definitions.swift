internal import SwitchboardTracing

extension PerfettoEncoder {
  private typealias Packet = PerfettoField.Packet
  private typealias Track = PerfettoField.Track
  private typealias Interned = PerfettoField.Interned

  /// Writes the first packet of the file.
  mutating func describeProcess(_ header: TraceHeader) throws(TraceFileError) {
    let slash = header.program.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(header.program[$0...].dropFirst()) } ?? header.program
    try packets.append { packet in
      packet.add(Packet.sequence, PerfettoFormat.dictionarySequence)
      packet.add(Packet.sequenceFlags, PerfettoFormat.stateCleared)
      packet.add(Packet.firstOnSequence, 1)
      packet.add(Packet.trackDescriptor) { track in
        track.add(Track.uuid, PerfettoFormat.processTrack(header.processID))
        track.add(Track.process) { process in
          process.add(PerfettoField.Process.pid, UInt64(bitPattern: Int64(header.processID)))
          process.add(PerfettoField.Process.commandLine, header.program)
          process.add(PerfettoField.Process.name, name)
          process.add(PerfettoField.Process.labels, PerfettoFormat.marker)
          if !header.hasClock { process.add(PerfettoField.Process.labels, PerfettoFormat.noClock) }
          process.add(PerfettoField.Process.labels, PerfettoFormat.endMark)
        }
      }
    }
  }

  /// Writes the new entries of `symbols`.
  mutating func define(_ symbols: TraceSymbols) throws(TraceFileError) {
    while siteCount < symbols.sites.count {
      let (number, site) = (siteCount, symbols.sites[Int(siteCount)])
      try define { data in data.add(Interned.locations) { Self.fill(&$0, number, site) } }
      siteCount += 1
    }
    while labelCount < symbols.labels.count {
      let (number, label) = (labelCount, symbols.labels[Int(labelCount)])
      if label.isOfOneSubscription { uncountedLabels.insert(number) }
      try define { data in
        data.add(Interned.strings) { Self.fill(&$0, UInt64(number), label.type) }
        if let name = label.name { data.add(Interned.names) { Self.fill(&$0, UInt64(number), name) } }
      }
      labelCount += 1
    }
    for (index, thread) in symbols.threads.prefix(threads.count).enumerated()
    where thread.name != threads[index].name && !thread.name.isEmpty { try describeThread(index, thread) }
    try describeThreads(through: UInt32(symbols.threads.count), symbols)
  }

  /// Writes the last packet of the file.
  mutating func markEnd() throws(TraceFileError) {
    try define { data in data.add(Interned.annotationNames) { Self.fill(&$0, 1, PerfettoFormat.endMark) } }
  }

  /// Puts `name` in the dictionary.
  mutating func define(_ name: EventName, _ number: UInt32) throws(TraceFileError) {
    try define { data in data.add(Interned.categories) { Self.fill(&$0, UInt64(number), name.definition) } }
  }

  private mutating func define(_ build: (inout ProtoMessage) -> Void) throws(TraceFileError) {
    try packets.append { packet in
      packet.add(Packet.sequence, PerfettoFormat.dictionarySequence)
      packet.add(Packet.internedData, build)
    }
  }

  private static func fill(_ entry: inout ProtoMessage, _ number: UInt64, _ text: String) {
    entry.add(Interned.number, number)
    entry.add(Interned.text, text)
  }

  private static func fill(_ entry: inout ProtoMessage, _ number: UInt32, _ site: TraceSite) {
    fill(&entry, UInt64(number), site.fileID)
    if site.line != 0 { entry.add(Interned.line, UInt64(site.line)) }
  }

  /// Begins the sequences of all threads up to `last`.
  mutating func describeThreads(through last: UInt32, _ symbols: TraceSymbols) throws(TraceFileError) {
    while threads.count < last {
      let number = UInt32(threads.count) + 1
      let known = symbols.threads.count >= number ? symbols.threads[Int(number) - 1] : nil
      threads.append(ThreadSequence(number: number))
      try resetSequence(threads.count - 1, isLoss: false)
      try describeThread(threads.count - 1, known ?? TraceThread(number: number, id: 0, name: ""))
    }
  }

  /// Writes the name of a thread: when its sequence begins, and again when the thread has a new name.
  private mutating func describeThread(_ index: Int, _ thread: TraceThread) throws(TraceFileError) {
    let processID = processID
    threads[index].name = thread.name
    try packets.append { packet in
      packet.add(Packet.sequence, PerfettoFormat.sequence(ofThread: thread.number))
      packet.add(Packet.trackDescriptor) { track in
        track.add(Track.uuid, PerfettoFormat.threadTrack(processID, number: thread.number))
        track.add(Track.thread) { description in
          description.add(PerfettoField.Thread.pid, UInt64(bitPattern: Int64(processID)))
          description.add(PerfettoField.Thread.tid, thread.id)
          description.add(PerfettoField.Thread.name, thread.name)
        }
      }
    }
  }

  /// Begins a thread's sequence, or begins it again after a loss: its defaults, its clock, and the names of
  /// annotations.
  mutating func resetSequence(_ thread: Int, isLoss: Bool) throws(TraceFileError) {
    let sequence = threads[thread].sequence
    let track = PerfettoFormat.threadTrack(processID, number: UInt32(thread) + 1)
    try packets.append { packet in
      packet.add(Packet.sequence, sequence)
      packet.add(Packet.sequenceFlags, PerfettoFormat.stateCleared)
      packet.add(isLoss ? Packet.previousPacketDropped : Packet.firstOnSequence, 1)
      packet.add(Packet.defaults) { defaults in
        defaults.add(PerfettoField.Defaults.timestampClock, PerfettoFormat.incrementalClock)
        defaults.add(PerfettoField.Defaults.trackEvent) { $0.add(PerfettoField.Event.track, track) }
      }
      packet.add(Packet.clockSnapshot) { snapshot in
        // Both clocks begin at zero, so that no two snapshots contradict each other, in whichever order threads appear.
        for clock in [PerfettoFormat.monotonicClock, PerfettoFormat.incrementalClock] {
          snapshot.add(PerfettoField.ClockSnapshot.clocks) { entry in
            entry.add(PerfettoField.ClockSnapshot.clockID, clock)
            entry.add(PerfettoField.ClockSnapshot.timestamp, 0)
            if clock == PerfettoFormat.incrementalClock { entry.add(PerfettoField.ClockSnapshot.isIncremental, 1) }
          }
        }
        snapshot.add(PerfettoField.ClockSnapshot.primary, PerfettoFormat.monotonicClock)
      }
      packet.add(Packet.internedData) { data in
        for (number, name) in PerfettoAnnotation.names {
          data.add(Interned.annotationNames) { Self.fill(&$0, UInt64(number), name) }
        }
      }
    }
  }

  /// Interns in a thread's sequence the symbols to which events with the name `name` refer.
  mutating func introduce(
    _ name: EventName, _ number: UInt32, _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    _ = threads[thread].names.insert(number)
    let sequence = threads[thread].sequence
    let isNewSite = name.site != 0 && threads[thread].sites.insert(name.site)
    let kind = UInt64(name.kind.rawValue)
    let isNewKind = threads[thread].kinds >> UInt32(kind) & 1 == 0
    if isNewKind { threads[thread].kinds |= 1 << UInt32(kind) }
    // After a loss the sequence begins again, so each loss can have a title with its own count.
    let title = name.kind == .lost ? "lost \(record.count) records" : name.title(symbols)
    try packets.append { packet in
      packet.add(Packet.sequence, sequence)
      packet.add(Packet.internedData) { data in
        if isNewKind { data.add(Interned.categories) { Self.fill(&$0, kind, name.kind.name) } }
        data.add(Interned.names) { Self.fill(&$0, UInt64(number), title) }
        if isNewSite { data.add(Interned.locations) { Self.fill(&$0, name.site, symbols.sites[Int(name.site)]) } }
      }
    }
  }

  /// Gives the record's registry a counter track.
  mutating func describeCounter(_ record: TraceRecord, _ symbols: TraceSymbols) throws(TraceFileError) {
    let label = symbols.label(of: record).description
    let processID = processID
    if !hasCounterGroup {
      hasCounterGroup = true
      try describeTrack { track in
        track.add(Track.uuid, PerfettoFormat.counterGroup(processID))
        track.add(Track.parent, PerfettoFormat.processTrack(processID))
        track.add(Track.name, "observers")
      }
    }
    try describeTrack { track in
      track.add(Track.uuid, PerfettoFormat.counterTrack(processID, registry: record.registry))
      track.add(Track.parent, PerfettoFormat.counterGroup(processID))
      track.add(Track.name, "\(label.isEmpty ? "" : label + " ")#\(record.registry)")
      track.add(Track.counter) { _ in }
    }
  }

  private mutating func describeTrack(_ build: (inout ProtoMessage) -> Void) throws(TraceFileError) {
    try packets.append { packet in
      packet.add(Packet.sequence, PerfettoFormat.dictionarySequence)
      packet.add(Packet.trackDescriptor, build)
    }
  }
}
