#if Tracing
  import SwitchboardOperatorTables
  import SwitchboardTesting
  import Testing

  /// The causes of deliveries in traces, for every operator of the tables.
  ///
  /// The send of a source causes what is delivered inside it. What an operator keeps and delivers later belongs to the
  /// send that it was kept in: the send of the value, or, for several values, the send of the first, which set the
  /// timer. What no send has caused belongs to the subscription: a timer's own value, a replayed value, a repetition.
  @Suite("Operators: causes in traces")
  struct CauseLaws {
    @Test("each delivery leads back to the send of its value, or to its subscription", arguments: MarbleTests.Entry.all)
    func tables(entry: MarbleTests.Entry) { check(entry.number, entry.diagram) { $0.diagrams } }

    @Test("operators that keep something, in further forms", arguments: MarbleInputs().held.indices)
    func held(number: Int) {
      let diagram = MarbleInputs().held[number]
      #expect(MarbleRun(number, of: { $0.held }).subscribers == diagram.subscribers)
      check(number, diagram) { $0.held }
    }

    private func check(_ number: Int, _ diagram: MarbleDiagram, _ table: (MarbleInputs) -> [MarbleDiagram]) {
      for areTimersEarly in [false, true] {
        var run: MarbleRun?
        let trace = recordTrace { run = MarbleRun(number, of: table, areTimersEarly: areTimersEarly) }
        #expect(trace.records.map { trace.symbols.site(of: $0) }.filter(\.isOfLibrary) == [], "\(diagram.name)")
        let causes = CausesOfDeliveries(trace)
        for (subscriber, causes) in zip(run?.subscribers ?? [], causes.bySubscriber) {
          let expected = subscriber.moments.map { expectedCause(of: $0, subscriber, diagram, causes.sends) }
          #expect(causes.found == expected, "\(diagram.name) \(subscriber.moments)")
        }
        #expect(causes.bySubscriber.count == diagram.subscribers.count)
      }
    }

    /// Returns the time of the send that must have caused an output. Nil, which no output has as its cause, if the
    /// entry does not say which send it is.
    private func expectedCause(
      of moment: Moment, _ subscriber: MarbleDiagram.Subscriber, _ diagram: MarbleDiagram, _ sends: Set<MarbleTime>
    ) -> MarbleTime? {
      if moment.mark.isEnd, sends.contains(moment.time) { return moment.time }
      if let cause = diagram.causes[moment.time] { return cause }
      if sends.contains(moment.time) { return moment.time }
      return moment.time == subscriber.begin || diagram.sources.isEmpty ? .subscription : nil
    }
  }

  /// The causes of the calls of the subscribers' handlers.
  private struct CausesOfDeliveries {
    struct Subscriber {
      var number: UInt64
      /// The times of the sends of all sources.
      var sends: Set<MarbleTime> = []
      /// For each delivery, the time of the send that it leads back to.
      var found: [MarbleTime?] = []
    }

    private(set) var bySubscriber: [Subscriber] = []

    init(_ trace: TraceSnapshot) {
      var sends: Set<MarbleTime> = []
      // The record that names the cause of each activity: its beginning, or what announced it.
      var beginnings: [UInt64: TraceRecord] = [:]
      for record in trace.records {
        let site = trace.symbols.site(of: record)
        switch record.kind {
        case .subscribe where !record.isIndirect && site.fileID.hasSuffix("/MarbleDiagram.swift"):
          bySubscriber.append(Subscriber(number: record.subscription))
        case .deliver:
          guard let index = bySubscriber.firstIndex(where: { $0.number == record.subscription }) else { continue }
          bySubscriber[index].found.append(Self.cause(of: record, beginnings, trace.symbols))
        case .scope:
          sends.insert(Self.time(of: record, trace.symbols) ?? .open)
          beginnings[record.flow] = record
        case .send where record.isIndirect, .replay where record.isIndirect, .arrive:
          // As an ordinary activity, unless something has announced it.
          if beginnings[record.flow] == nil { beginnings[record.flow] = record }
        case .send, .replay, .start, .hop, .queue: beginnings[record.flow] = record
        default: break
        }
      }
      for index in bySubscriber.indices { bySubscriber[index].sends = sends }
    }

    private static func time(of record: TraceRecord, _ symbols: TraceSymbols) -> MarbleTime? {
      symbols.label(of: record).name.flatMap { MarbleTime($0) }
    }

    /// Returns the time of the send that caused a delivery, or ``MarbleTime/subscription`` if the delivery leads back
    /// to the line of its subscription. Nil if it leads to neither.
    private static func cause(
      of delivery: TraceRecord, _ beginnings: [UInt64: TraceRecord], _ symbols: TraceSymbols
    ) -> MarbleTime? {
      var root: TraceRecord?
      var flow = delivery.flow
      while let record = beginnings[flow] {
        if record.kind == .scope { return time(of: record, symbols) }
        (root, flow) = (record, record.cause)
      }
      return root?.site == delivery.site ? .subscription : nil
    }
  }
#endif
