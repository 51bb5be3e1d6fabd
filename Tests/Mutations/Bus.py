"""What breaks the bus. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "bus-dead-owner-hears",
        "A dispatch does not look whether the owner of a subscription lives.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Audience.swift",
             "return !condition.isOwnerGone()", "return true"),
        tests="SwitchboardBusTests", filter="R10OwnerTests"),
    Mutation(
        "bus-dead-owner-in-fast-path",
        "The fast path of a dispatch ignores owners.",
        Edit("Sources/Runtime/SwitchboardBus/Selecting/EventSelection+Subscribe.swift",
             "needsFrame: borrower != nil || condition != nil", "needsFrame: borrower != nil"),
        tests="SwitchboardBusTests", filter="R10OwnerTests"),
    Mutation(
        "bus-dead-owner-in-queue",
        "An event that waits reaches the handler of an owner that has been deallocated meanwhile.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Reaction.swift",
             ", condition?.isOwnerGone() != true", "", within="func begins"),
        tests="SwitchboardBusTests", filter="R10OwnerTests"),
    Mutation(
        "bus-limit-drops-the-wrong-event",
        "With `dropNewest` the oldest event is dropped.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/EventQueue.swift",
             "if limit?.whenFull == .dropNewest, state.events.count == state.events.limit "
             "{ return (false, nil, event) }", ""),
        tests="SwitchboardBusTests", filter="LimitTests"),
    Mutation(
        "bus-newcomer-hears",
        "A subscriber added during a dispatch gets the event too, if it has another priority or subtype.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Audience.swift",
             "guard unsafe number <= frame.pointee.limit, unsafe !frame.pointee.isCancelled",
             "guard !frame.pointee.isCancelled"),
        tests="SwitchboardBusTests", filter="R07DispatchTests|OrderTests|QTEventBusTests|StormTests"),
    Mutation(
        "bus-queued-after-dispose",
        "A handler gets a queued event after its subscription has ended.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/EventQueue.swift",
             "{ state.exchange(State(events: RingBuffer(limit: 0))) }", "{}"),
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Reaction.swift",
             "guard let subscription, !subscription.isDisposed, condition?", "guard condition?"),
        tests="SwitchboardBusTests", filter="QueueTests|DeliverTests|QTEventBusTests"),
    Mutation(
        "bus-sticky-twice",
        "A subscriber gets a sticky event by replay and again by the dispatch.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Audience.swift",
             "return sequence == 0 || sequence > replayed.load(ordering: .acquiring)", "return true"),
        tests="SwitchboardBusTests", filter="StickyTests|StormTests"),
    Mutation(
        "bus-task-leaves-its-queue",
        "A task runs on the global executor instead of the queue of its selection.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/EventQueue.swift",
             "executor ?? scheduler?.taskExecutor { [weak self] in self?.subscription }", "executor"),
        tests="SwitchboardBusTests", filter="TaskPlaceTests"),
    Mutation(
        "bus-type-before-subtype",
        "Within one priority, subscribers of the type come before those of the subtype.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/Audience.swift",
             """
             if let list = subtype?.list(at: priority) { own(Self.own(list)) }
             if let list = type?.list(at: priority) { own(Self.own(list)) }
             """, """
             if let list = type?.list(at: priority) { own(Self.own(list)) }
             if let list = subtype?.list(at: priority) { own(Self.own(list)) }
             """),
        tests="SwitchboardBusTests", filter="OrderTests|R01"),
    Mutation(
        "bus-unheard-although-a-supertype-hears",
        "The fast path of a dispatch does not look for subscriptions of supertypes.",
        Edit("Sources/Runtime/SwitchboardBus/Bus/EventBus+Dispatch.swift",
             "if table.hasSupertypes { return unsafe .other }", ""),
        tests="SwitchboardBusTests", filter="."),
    Mutation(
        "link-acknowledges-unhandled",
        "A durable event is acknowledged although its last subscription ended while the event waited.",
        Edit("Sources/Runtime/SwitchboardBus/Delivery/HandlingFuture.swift",
             "future.resolve(.abandoned)", "future.resolve(.handled)"),
        tests="SwitchboardLinkTests", filter="SubscriberTests"),
]
