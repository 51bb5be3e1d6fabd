"""What breaks links between processes. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "link-acknowledges-before-handling",
        "A durable event is acknowledged before its handlers have returned.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DurableLane+Events.swift",
             "if stored.attempt > 1 { repeated.add(stored) }",
             """
             consumer?.acknowledge(stored.token)
             if stored.attempt > 1 { repeated.add(stored) }
             """),
        tests="SwitchboardLinkTests", filter="DurableEventTests"),
    Mutation(
        "link-attempts-have-no-limit",
        "An event begins any number of times.",
        Edit("Sources/Links/SwitchboardLink/Incoming/RepeatedEvents.swift",
             "if count >= max(1, attempts - 1) {", "if count == .max {"),
        tests="SwitchboardLinkTests", filter="CrashTests"),
    Mutation(
        "link-blocked-handlers-delay-others",
        "There are no more threads than cores, although all of them block.",
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerPool.swift",
             "state.threads < most", "state.threads < cores"),
        tests="SwitchboardLinkTests", filter="HandlerPoolTests"),
    Mutation(
        "link-connects-without-pauses",
        "A server that ends each connection is asked again at once.",
        Edit("Sources/Links/SwitchboardLink/Link/LinkCore.swift",
             "context.worker.now - time >= context.options.longestPause", "context.worker.now >= time"),
        tests="SwitchboardLinkTests", filter="OneBadEventTests"),
    Mutation(
        "link-cuts-count",
        "A cut counts as a protocol error of the event that was on its way.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/Suspects.swift",
             "if !isViolation || trial.count > 1 {", "if trial.count > 1 {"),
        tests="SwitchboardLinkTests", filter="OneBadEventTests"),
    Mutation(
        "link-denial-reaches-nobody",
        "`publish` waits for ever, although the server has denied the event.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
             "for place in denied { refuse(Self.ticket(lane.index, place), error) }", ""),
        tests="SwitchboardLinkTests", filter="DenialTests"),
    Mutation(
        "link-does-not-doubt-a-stream",
        "A deleted stream is not made again.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
             "if pause != nil { streams.doubt(stream) }", ""),
        tests="SwitchboardLinkTests", filter="RemovalTests"),
    Mutation(
        "link-does-not-send-again",
        "A new connection does not get the events again that were not confirmed.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
             "next = events.first", "next = events.end", within="func connected"),
        tests="SwitchboardLinkTests", filter="DurableEventTests|FaultTests"),
    Mutation(
        "link-event-comes-back",
        "A durable event comes back to the bus that dispatched it.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DurableLane+Events.swift",
             "identity.kind == .dispatched", "identity.kind == .published"),
        tests="SwitchboardLinkTests", filter="DurableEventTests"),
    Mutation(
        "link-forgets-the-identity",
        "An event that is sent again has another identity.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
             "try connection.store(entry.event.message,",
             """
             var message = entry.event.message
             if entry.begun != nil { message.identity += "-again" }
             try connection.store(message,
             """),
        tests="SwitchboardLinkTests", filter="FaultTests"),
    Mutation(
        "link-group-forgets-its-floor",
        "A group that was deleted begins as if it were new.",
        Edit("Sources/Links/SwitchboardLink/Incoming/GroupFloor.swift",
             "done(known.map { $0.creation == creation ? $0.place + 1 : 1 })", "done(nil)"),
        tests="SwitchboardLinkTests", filter="RemovalTests"),
    Mutation(
        "link-hands-over-while-disconnected",
        "A link hands events to a connection that is lost.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/Outbox.swift", "connection = nil", "", within="func lost"),
        tests="SwitchboardLinkTests", filter="LiveEventTests"),
    Mutation(
        "link-has-no-limit-in-bytes",
        "What waits has no limit in bytes.",
        Edit("Sources/Links/SwitchboardLink/Link/ByteBudget.swift",
             "bytes > limit / 64 && self.bytes > limit", "bytes < 0"),
        tests="SwitchboardLinkTests", filter="FullQueueTests"),
    Mutation(
        "link-idle-thread-misses-its-signal",
        "A thread without work ends although it has just been given work.",
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerPool.swift",
             "$0 === wake }) else { return false }", "$0 === wake }) else { return true }"),
        tests="SwitchboardLinkTests", filter="HandlerPoolTests"),
    Mutation(
        "link-late-delivery-makes-a-gap",
        "A late delivery of an earlier consumer makes a gap.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DurableLane+Events.swift",
             "settings.partition == nil, stored.opening == opening {", "settings.partition == nil {"),
        tests="SwitchboardLinkTests", filter="DurableLaneTests"),
    Mutation(
        "link-letters-share-an-identity",
        "The dead letters of two events with the same identity have the same identity.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DeadLetters.swift",
             r"\(letter.stream) \(letter.sequence) \(letter.identity)", r"\(letter.identity)"),
        tests="SwitchboardLinkTests", filter="DeadLetterTests"),
    Mutation(
        "link-long-handlers-count-as-stalled",
        "Only turns of strands count, so handlers that compute for long look like handlers that block.",
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerStrand.swift",
             "func runTurn() -> Bool {",
             """
             func runTurn() -> Bool {
               pool.begun.add(1, ordering: .relaxed)
             """),
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerStrand.swift",
             "pool.begun.add(1, ordering: .relaxed)", "", within="func runNext"),
        tests="SwitchboardLinkTests", filter="HandlerPoolTests"),
    Mutation(
        "link-names-are-not-compared",
        "Two types may have one name.",
        Edit("Sources/Links/SwitchboardLink/Link/WireNames.swift",
             "if let known = types[E.wireName] { return known }", ""),
        tests="SwitchboardLinkTests", filter="NameTests"),
    Mutation(
        "link-notes-no-beginning",
        "The beginning of an event that comes again is not noted.",
        Edit("Sources/Links/SwitchboardLink/Incoming/RepeatedEvents.swift",
             """
             notes.note(count + 1, of: stored.sequence, creation, settings) { [weak self, context, stored] _ in
               context.worker.perform { self?.start(stored, event) }
             }
             """, "start(stored, event)"),
        tests="SwitchboardLinkTests", filter="CrashTests"),
    Mutation(
        "link-pool-has-a-thread-per-strand",
        "A thread is started for each strand that has work.",
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerPool.swift",
             "let number = state.threads < cores", "let number = state.threads < most"),
        tests="SwitchboardLinkTests", filter="HandlerPoolTests"),
    Mutation(
        "link-problems-have-no-bound",
        "Each of many problems that are alike is sent.",
        Edit("Sources/Links/SwitchboardLink/Link/RepeatedProblems.swift",
             "guard let new else { return }", "guard let new else { return tell(problem) }"),
        tests="SwitchboardLinkTests", filter="FloodTests"),
    Mutation(
        "link-refused-letter-runs-handlers",
        "A dead letter that is refused runs the handlers again.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DurableLane+Events.swift",
             "if isStopped { return settle(stored, .retry(after: pause)) }",
             "return settle(stored, .retry(after: pause))"),
        tests="SwitchboardLinkTests", filter="LetterTests"),
    Mutation(
        "link-repetition-ends-a-delivery",
        "A repetition that reaches nobody ends a delivery that a process is handling.",
        Edit("Sources/Links/SwitchboardLink/Incoming/Requests.swift", ".sent -= 1", ".sent = 0"),
        tests="SwitchboardLinkTests", filter="RequestTests"),
    Mutation(
        "link-sends-all-again",
        "All events are sent again to a stream that cannot store.",
        Edit("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
             "if pause != nil, next > events.first { break }", ""),
        tests="SwitchboardLinkTests", filter="OneBadEventTests"),
    Mutation(
        "link-strand-overlaps",
        "Two threads run the work of one strand at the same time.",
        Edit("Sources/Links/SwitchboardLink/Handlers/HandlerStrand.swift",
             "waiting.isRunning = true", "waiting.isRunning = waiting.actions.count > 1"),
        tests="SwitchboardLinkTests", filter="HandlerPoolTests"),
    Mutation(
        "link-subtype-is-not-bounded",
        "A long subtype makes a subject that the server does not read.",
        Edit("Sources/Links/SwitchboardLink/Wire/WireSubject.swift",
             "text.utf8.count <= mostSubtypeBytes ? text : hashMark + FNV1a128.digits(of: subtype)", "text"),
        tests="SwitchboardLinkTests", filter="OneBadEventTests"),
    Mutation(
        "link-token-outlives-its-stream",
        "An acknowledgement of an event of a deleted stream is sent.",
        Edit("Sources/Links/SwitchboardLink/Incoming/DurableLane.swift",
             "{ stored.opening >= firstOpening }", "{ true }"),
        tests="SwitchboardLinkTests", filter="DurableLaneTests"),
    Mutation(
        "link-window-never-shrinks",
        "A slow consumer takes as many events as a fast one.",
        Edit("Sources/Links/SwitchboardLink/Incoming/Window.swift",
             "(size, halvedAt) = (max(size / 2, 1), now)", "halvedAt = now"),
        tests="SwitchboardLinkTests", filter="WindowTests"),
    Mutation(
        "link-window-shrinks-for-each-event",
        "A late event halves the window although it was asked for before the last halving.",
        Edit("Sources/Links/SwitchboardLink/Incoming/Window.swift", "} else if oldest.at >= halvedAt {", "} else {"),
        tests="SwitchboardLinkTests", filter="WindowTests"),
]
