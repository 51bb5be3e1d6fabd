"""What breaks signals, and what is made of or for them. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "channel-address-used-again",
        "A new channel is taken for a deallocated channel that had its address.",
        Edit("Sources/Runtime/SwitchboardSignals/Binding/Change.swift",
             "let channel: ChannelLink", "unowned(unsafe) let channel: ChannelLink"),
        tests="SwitchboardSignalsTests", filter="ChannelBindingTests"),
    Mutation(
        "channel-leading-side-replays",
        "A subscription at the leading side misses the values that wait for their turn.",
        Edit("Sources/Runtime/SwitchboardSignals/Channel/ChannelSide.swift",
             "if !keepsLatest { return broadcaster.admit(subscriber) }", ""),
        tests="SwitchboardSignalsTests", filter="ChannelTests"),
    Mutation(
        "debounce-keeps-its-first-cause",
        "A later value of debounce has the send of an earlier value as its cause in traces.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/Shared/Timed.swift",
             "held = Probe.held(held)", "if isEmpty { held = Probe.held(held) }"),
        tests="SwitchboardSignalsTests", filter="CauseLaws", traits="Tracing"),
    Mutation(
        "debounce-keeps-its-first-time",
        "A later value of debounce does not restart the waiting time.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/Time/Debounce.swift",
             "times.value.due = due", "if times.value.alarm == nil { times.value.due = due }"),
        tests="SwitchboardSignalsTests", filter="TimeTables"),
    Mutation(
        "disconnected-round-is-kept",
        "A round that was disconnected before its last subscriber left goes on, "
        "and the next subscriber gets its values.",
        Edit("Sources/Runtime/SwitchboardSignals/Multicast/RoundRecord.swift",
             "!state.hasEnded, let chain = state.chain else", "let chain = state.live else"),
        tests="SwitchboardSignalsTests", filter="FinishedRoundTests"),
    Mutation(
        "dropped-job-is-lost",
        "A task whose job the scheduler drops never continues.",
        Edit("Sources/Runtime/SwitchboardSignals/Schedulers/SchedulerExecutor.swift",
             """
             DispatchQueue.global().async { [job, executor] in
               unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
             }
             """, ""),
        tests="SwitchboardBusTests", filter="TaskPlaceTests"),
    Mutation(
        "early-timer-begins-a-turn",
        "A timer that comes early begins a turn early: a beat, or another attempt.",
        Edit("Sources/Runtime/SwitchboardSignals/Schedulers/RecursiveWork.swift",
             "if rest > .zero { self.schedule(after: rest) } else { self.turn() }",
             """
             _ = rest
             self.turn()
             """),
        tests="SwitchboardSignalsTests", filter="TimeTables|MarbleTests"),
    Mutation(
        "early-timer-stops-batches",
        "A timer that comes early is not set again: the open batch waits for ever.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/Shared/Batches.swift",
             "if batch.count == 0 || timer.isEarly(for: opening.value.due) {", "if timer.now < opening.value.due {"),
        tests="SwitchboardSignalsTests", filter="TimeTables|MarbleTests"),
    Mutation(
        "execution-end-lost-before-subscribers",
        "The end of an execution is lost if it comes before the first subscriber.",
        Edit("Sources/Runtime/SwitchboardSignals/Command/ExecutionChain.swift",
             "if kept.events == nil { kept.end = end }", ""),
        tests="SwitchboardSignalsTests", filter="Execution|Command"),
    Mutation(
        "execution-keeps-values-when-dropped",
        "An execution that the program has dropped keeps the values of its work.",
        Edit("Sources/Runtime/SwitchboardSignals/Command/ExecutionChain.swift", "kept.wantsValues = false", ""),
        tests="SwitchboardSignalsTests", filter="Execution"),
    Mutation(
        "finished-round-is-kept",
        "A connection whose last subscriber has left keeps what the round replays, until somebody subscribes again.",
        Edit("Sources/Runtime/SwitchboardSignals/Multicast/MulticastConnection.swift",
             "if record.isOver, let round = round.withLock({ $0 }), round.record === record { letGo(of: round) }", ""),
        tests="SwitchboardSignalsTests", filter="FinishedRoundTests"),
    Mutation(
        "golden-shows-operators",
        "The registries of operators have the name of their type, so golden text shows how operators are built.",
        Edit("Sources/Runtime/SwitchboardSignals/Signal/Observer.swift",
             "broadcaster.identify(as: Operator.self", "broadcaster.identify(as: Observer.self"),
        tests="SwitchboardTestingTests", filter="GoldenLaws", traits="Tracing"),
    Mutation(
        "group-is-forgotten-during-the-handover",
        "A group ends when a subscriber leaves while the group is handed over, although others subscribe then.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/Transform/GroupBy.swift",
             "Atomic<Int>(1)", "Atomic<Int>(0)"),
        tests="SwitchboardSignalsTests", filter="UntilTests"),
    Mutation(
        "handlers-elsewhere-not-removed",
        "removeSubscribers(of:) misses subscriptions whose handlers run on an actor or a scheduler.",
        Edit("Sources/Runtime/SwitchboardSignals/Signal/Chain.swift",
             "guard let chain = self as? Chain else {", "guard let chain = self as? Chain, chain.isDisposed else {"),
        tests="SwitchboardBoardsTests", filter="BoardSubscribeOnTests"),
    Mutation(
        "hop-entered-again",
        "A turn of a hop that the scheduler runs inside another turn takes the events that wait.",
        Edit("Sources/Runtime/SwitchboardSignals/Schedulers/DeliveryHop.swift",
             "if isInside {", "if isInside, batch.events.isEmpty {"),
        tests="SwitchboardSignalsTests", filter="ReenteredHopTests"),
    Mutation(
        "hop-keeps-what-it-drops",
        "The end of a subscription does not destroy the values that wait for a scheduler.",
        Edit("Sources/Runtime/SwitchboardSignals/Schedulers/DeliveryHop.swift",
             "if values.count > 0 {", "if values.count < 0 {"),
        tests="SwitchboardSignalsTests", filter="KindLaws"),
    Mutation(
        "latest-lets-the-older-through",
        "A queued value of an older inner signal is delivered in its turn.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/FlatMap+Latest.swift",
             "if note.number == current.load()", "if note.number <= current.load()"),
        tests="SwitchboardSignalsTests", filter="FlatMap"),
    Mutation(
        "loss-after-the-observer-is-missed",
        "A source that releases the observer before it reports its loss keeps the subscription.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/Shared/Join.swift",
             "if registry.isAbandoned { chain.dispose() }", ""),
        tests="SwitchboardSignalsTests", filter="NestedFlatMapTests"),
    Mutation(
        "merged-signal-goes-on-after-its-end",
        "The chain does not learn that a merged signal has ended during its subscribe call.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/RecycledInner.swift",
             "branch.endWithin()", ""),
        tests="SwitchboardSignalsTests", filter="Operator|FlatMap"),
    Mutation(
        "nested-flattening-is-missed",
        "The release of a flattening that has left is taken for the loss of its place.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/RecycledInner.swift",
             "if !isMarked(Self.isHandedOver) { dispose() }", "dispose()"),
        tests="SwitchboardSignalsTests", filter="NestedFlatMapTests"),
    Mutation(
        "nested-flattening-overtakes",
        "A signal inside sends around a flattening that still delivers.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/NestedFlattening.swift",
             ".passesOn && running.registry.isIdle ?", ".passesOn ?"),
        tests="SwitchboardSignalsTests", filter="NestedFlatMapTests"),
    Mutation(
        "nested-flattening-stays",
        "A flattening inside another stays although it only passes on.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/NestedFlattening.swift",
             "if isFirst { running.registry.perform", "if isFirst, running.chain == nil { running.registry.perform"),
        tests="SwitchboardSignalsTests", filter="NestedFlatMapTests"),
    Mutation(
        "observer-ends-unnoticed",
        "A subscription in a bag outlives its producer's observer.",
        Edit("Sources/Runtime/SwitchboardSignals/Signal/Observer.swift",
             "chain?.isLetGo()", "if chain == nil { chain?.isLetGo() }"),
        tests="SwitchboardSignalsTests", filter="ProducerEnd"),
    Mutation(
        "property-names-a-line-of-the-library",
        "Traces show the library's line for a property that is assigned.",
        Edit("Sources/Runtime/SwitchboardSignals/Property/Property.swift",
             'set(newValue, fileID: "Property.value", line: 0)', "set(newValue)"),
        tests="SwitchboardTracingTests", filter="ProgramLinesTests", traits="Tracing"),
    Mutation(
        "recycled-branch-with-upstream",
        "A branch is used again although something was added to the branch.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/RecycledInner.swift",
             "guard isBlank else {", "guard isBlank || !isBlank else {"),
        tests="SwitchboardSignalsTests", filter="RecycledInnerTests"),
    Mutation(
        "silence-taken-for-an-end",
        "A source that lets go of its sink ends its subscription, also if the source is silent by its nature.",
        Edit("Sources/Runtime/SwitchboardSignals/Signal/Chain.swift",
             "!isDisposed, !isSilent {", "!isDisposed, !isSilent || isSilent {"),
        tests="SwitchboardSignalsTests", filter="SourceEndLaws"),
    Mutation(
        "tasks-of-one-scheduler-overlap",
        "A scheduler on an executor starts a second task while its task runs.",
        Edit("Sources/Runtime/SwitchboardSignals/Schedulers/TaskScheduler.swift",
             "waiting.isRunning = !batch.isEmpty", "waiting.isRunning = false"),
        tests="SwitchboardSignalsTests", filter="SubscribeOnTests"),
    Mutation(
        "update-blamed-for-waiting-signals",
        "A signal queued by another thread counts as a write of the update that starts it.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/FlatMap+Queue.swift",
             "UpdateScope.runForeign {", "do {"),
        tests="SwitchboardSignalsThreadTests", filter="UpdateScopeTests"),
    Mutation(
        "values-lose-the-error",
        "A task that reads later does not get the error of the signal.",
        Edit("Sources/Runtime/SwitchboardSignals/Async/ValueBuffer.swift",
             "if unsafe state.waiter == nil {", "if state.waiter != nil {"),
        tests="SwitchboardSignalsTests", filter="Values"),
    Mutation(
        "waiting-signal-holds-the-observer",
        "What waits in a flatMap keeps the subscription, which the chain keeps.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/FlatMap/FlatMap+Queue.swift",
             "$0.flattening.observer(of: Output.self)", "observer"),
        tests="SwitchboardSignalsTests", filter="SourceEndLaws"),
    Mutation(
        "window-names-a-line-of-the-library",
        "Traces show the library's line for what a window sends.",
        Edit("Sources/Runtime/SwitchboardSignals/Subject/PublishSubject.swift",
             "broadcaster.attributeSends(to: chain)", ""),
        tests="SwitchboardSignalsTests", filter="CauseLaws", traits="Tracing"),
    Mutation(
        "zip-forgets-who-waits",
        "A zip completes although a completed source still has values for the other sources.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/Zip/ZipJoin.swift",
             "if unsafe sources[number].waiting.count > 0 { return nil }", ""),
        tests="SwitchboardSignalsTests", filter="Joining"),
    Mutation(
        "zip-looks-at-no-used-source",
        "A zip does not notice that a tuple has used the last value of a source that has ended.",
        Edit("Sources/Runtime/SwitchboardSignals/Operators/JoinSeveral/Zip/ZipJoin.swift",
             "if let ending = unsafe source.pointee.end { isUsedUp(ending) }", ""),
        tests="SwitchboardSignalsTests", filter="Joining"),
]
