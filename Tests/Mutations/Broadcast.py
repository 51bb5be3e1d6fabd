"""What breaks registries, subscriptions and disposables. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "asynchronous-wait-ends-early",
        "await disposeAndWait() returns while a call of the handler runs.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/SubscriptionNode+Waiting.swift",
             """
             waits[ObjectIdentifier(self), default: []].append(continuation)
             return true
             """, "return false"),
        tests="SwitchboardBroadcastTests", filter="R03WaitingTests"),
    Mutation(
        "bag-released-by-recursion",
        "A bag that is released releases the bags in it by recursion.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Disposables/CompositeDisposable.swift",
             "if isKnownUniquelyReferenced(&bag) {", "if isKnownUniquelyReferenced(&bag), bag.isDisposed {"),
        tests="SwitchboardSignalsTests", filter="NestedBagTests"),
    Mutation(
        "bias-begun-twice",
        "A second thread bias begins while the first is being revoked.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift",
             "== Self.fresh else", "<= Self.fresh else", within="func walker"),
        tests="SwitchboardSignalsThreadTests", filter="RevocationTests", environment="SWITCHBOARD_THREAD_BIAS=always"),
    Mutation(
        "delay-without-a-limit",
        "A delay has no upper limit, so that its time overflows.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Duration+Limits.swift",
             "min(max(self, .zero), .century)", "max(self, .zero)"),
        tests="SwitchboardSignalsTests", filter="LongDelayTests"),
    Mutation(
        "end-lost-in-a-race",
        "The thread that ends a registry does not look again after the last dispatch.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Ending.swift",
             "if word & StateWord.concurrent != 0 { finishPhase() }", ""),
        # The race needs many tries, so the tests of all storages make them.
        tests="SwitchboardBroadcastTests SwitchboardArrayBroadcastTests SwitchboardListBroadcastTests",
        filter="R05GrammarThreadTests"),
    Mutation(
        "end-not-pending",
        "A terminate during dispatches does not mark the end as pending.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Ending.swift",
             "flags |= StateWord.pending", "", within="func terminate"),
        tests="SwitchboardBroadcastTests", filter="R05"),
    Mutation(
        "ended-is-admitted",
        "The registry admits a subscriber that has ended.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Joining.swift",
             "if node.isDisposed { return unlock() }", ""),
        tests="SwitchboardBroadcastTests", filter="R08JoinTests"),
    Mutation(
        "entered-beside-the-owner",
        "A thread begins a delivery without the lock in a registry that is biased to another thread.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift",
             "owner.load(ordering: .acquiring) == 0 &&", "owner.load(ordering: .acquiring) != Self.fresh &&"),
        tests="SwitchboardBroadcastTests", filter="ThreadBiasTests", environment="SWITCHBOARD_THREAD_BIAS=always"),
    Mutation(
        "foreign-member-under-lock",
        "A bag asks a foreign member whether it has ended, under its lock.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Disposables/MemberList.swift", ", !member.isForeign", ""),
        tests="SwitchboardSignalsTests", filter="CompositeMemory"),
    Mutation(
        "inside-itself-not-noticed",
        "disposeAndWait() inside the handler that it waits for waits for ever.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/SubscriptionNode+Waiting.swift",
             "if unsafe current.pointee.subscription == this {",
             "if current.pointee.subscription == this, current.pointee.outer == this {"),
        tests="SwitchboardBroadcastTests", filter="R03WaitingTests"),
    Mutation(
        "late-event-before-deactivation",
        "A late subscriber counts as active during its terminal event.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Joining.swift", "node.deactivate()", ""),
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Joining.swift",
             "if let kept { kept.event(node) }",
             """
             if let kept { kept.event(node) }
             node.deactivate()
             """),
        tests="SwitchboardBroadcastTests", filter="R05|R08"),
    Mutation(
        "late-event-under-lock",
        "A late subscriber gets its terminal event while the lock is held.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Joining.swift",
             """
             node.deactivate()
             unlock()
             """, """
             node.deactivate()
             defer { unlock() }
             """),
        tests="SwitchboardBroadcastTests", filter="R04|R05"),
    Mutation(
        "late-handler-released-early",
        "A dispose during a replay after the end releases the running handler immediately.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Registry.swift", "if node.isLate { return unlock() }", ""),
        tests="SwitchboardBroadcastTests", filter="R08JoinTests"),
    Mutation(
        "late-join-without-last-event",
        "A subscriber of a replay subject that has ended gets no terminal event.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Joining.swift",
             "if let kept = withLock({ terminal }) { runLast(kept.event, of: node) }", ""),
        tests="SwitchboardSignalsTests", filter="Replay|Subject|R05"),
    Mutation(
        "leaver-ignores-garbage",
        "The last dispatch of a phase releases nothing.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/StateWord.swift",
             "(Self.garbage | Self.pending)", "Self.pending", within="func leavePhase"),
        tests="SwitchboardBroadcastTests", filter="R09"),
    Mutation(
        "lock-looked-up-in-local",
        "The lock holder is read from the word that a former owner may still write.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift",
             "isHeldLocally.load(ordering: .relaxed)",
             "local.load(ordering: .relaxed) & StateWord.lock != 0", within="var held"),
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift",
             "isHeldLocally.load(ordering: .relaxed)",
             "local.load(ordering: .relaxed) & StateWord.lock != 0", within="func release"),
        tests="SwitchboardBroadcastTests", filter="BiasedStateWordTests|ThreadBiasTests"),
    Mutation(
        "no-grace-period",
        "Garbage is released immediately, although walkers may still use it.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Reclaiming.swift",
             "let walkers = (seen & StateWord.walkers) &- leave &- standing", "let walkers: UInt64 = 0"),
        tests="SwitchboardBroadcastTests", filter="R09"),
    Mutation(
        "no-state-check",
        "A delivery calls the handlers of subscriptions that have ended.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/Subscriber.swift",
             "if state == Self.active {", "if state & Self.waitable == 0 {"),
        tests="SwitchboardBroadcastTests", filter="R02|R03|ProgramTests"),
    Mutation(
        "not-compacted-after-overlap",
        "A registry does not shrink if its garbage was released before its last walker ended.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Reclaiming.swift",
             "flags |= StateWord.garbage",
             """
             if !fresh.isEmpty || !waiting.isEmpty { flags |= StateWord.garbage }
             defer { if fresh.isEmpty, waiting.isEmpty { flags &= ~StateWord.garbage } }
             """),
        tests="SwitchboardBroadcastTests", filter="R10"),
    Mutation(
        "phase-flips-early",
        "New garbage changes the phase while the other phase still has walkers.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Reclaiming.swift",
             "if walkers & ~current == 0 {", "if walkers & ~current != 1 {"),
        tests="SwitchboardBroadcastTests", filter="R09"),
    Mutation(
        "place-not-looked-at",
        "A subscription without a place in the storage is removed from the storage.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Registry.swift",
             "guard node.isLinked else {", "guard node.isLinked || !node.isLate else {"),
        tests="SwitchboardBroadcastTests SwitchboardSignalsTests", filter="R08|CompositeDisposableTests|OperatorLaws"),
    Mutation(
        "recursion-instead-of-queue",
        "A send during a delivery delivers immediately.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Delivery.swift",
             """
             enqueue(value)
             unlock()
             Probe.settled()
             """, """
             unlock()
             deliver(value, in: Probe.sendBegan(self, at: call))
             """),
        tests="SwitchboardBroadcastTests", filter="R06"),
    Mutation(
        "release-after-the-burst",
        "Garbage is released at the end of the queue, not at the end of the event.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Draining.swift",
             "if word.hasGarbage {", "if word.hasGarbage, batch.isEmpty {"),
        tests="SwitchboardBroadcastTests", filter="R09|ProgramTests"),
    Mutation(
        "release-under-lock",
        "Handlers are released while the lock is held.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Reclaiming.swift",
             "let desired =",
             """
             released.release()
             let desired =
             """, within="func unlockAndReclaim"),
        tests="SwitchboardBroadcastTests", filter="R04"),
    Mutation(
        "revocation-counts-twice",
        "The owner does not learn that the revoker has counted its delivery.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift", "!isCarried()", "isCarried() || true"),
        tests="SwitchboardBroadcastTests", filter="ThreadBiasTests"),
    Mutation(
        "revocation-forgets-delivery",
        "The shared word does not count a delivery of the owner.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/ThreadBias.swift",
             "let walkers = seen & StateWord.walkers", "let walkers = seen & StateWord.walkers & StateWord.lock"),
        tests="SwitchboardBroadcastTests", filter="ThreadBiasTests"),
    Mutation(
        "suspended-wait-not-woken",
        "The end of the last call does not resume the tasks that await it.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/SubscriptionNode+Waiting.swift",
             "in continuations ?? [] {", "in (continuations ?? []).dropFirst() {"),
        tests="SwitchboardBroadcastTests", filter="R03WaitingTests"),
    Mutation(
        "table-hole-left",
        "Removing a key leaves a hole that hides later keys of the table.",
        Edit("Sources/Runtime/SwitchboardBroadcast/ObjectTable.swift",
             "distance >= (next - index) & (capacity - 1)", "distance > capacity"),
        tests="SwitchboardBroadcastTests", filter="ObjectTableTests"),
    Mutation(
        "update-blamed-for-garbage",
        "A release caused by another thread counts as a write of the update that dispatches.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Reclaiming.swift",
             "UpdateScope.runForeign { released.release() }", "released.release()"),
        tests="SwitchboardSignalsThreadTests", filter="UpdateScopeTests"),
    Mutation(
        "update-blamed-for-queued-values",
        "A value queued by another thread counts as a write of the update that delivers it.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Draining.swift",
             "(entry.scope == scope ? scope : foreign).enter()", "scope.enter()"),
        tests="SwitchboardSignalsThreadTests", filter="UpdateScopeTests"),
    Mutation(
        "waitable-calls-not-counted",
        "disposeAndWait() does not count running calls.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/SubscriptionNode+Waiting.swift",
             "desired: seen &+ Self.oneCall", "desired: seen"),
        Edit("Sources/Runtime/SwitchboardBroadcast/Subscription/SubscriptionNode+Waiting.swift",
             "state.subtract(Self.oneCall, ordering: .acquiringAndReleasing).newValue",
             "state.load(ordering: .acquiring)"),
        tests="SwitchboardBroadcastTests", filter="R03WaitingTests"),
]
