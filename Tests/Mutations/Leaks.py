"""What makes the library leak, and the scenario that must find the leak. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "capacity-never-returned",
        "A storage never frees the memory of subscribers that have left.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "if capacity != InlineSlotBlock.capacity {", "if capacity < InlineSlotBlock.capacity {"),
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "capacity > 4 * count + 16", "capacity > .max - count"),
        found_by="clean/kept-capacity"),
    Mutation(
        "dispose-forgets-the-node",
        "A disposed subscription ends, but stays in its registry.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Registry/Registry.swift",
             """
             unsafe storage.remove(reference, exclusive: exclusive)
             guard exclusive else {
               unsafe fresh.add(reference)
               return unlock()
             }
             storage.compact(retired: &fresh)
             unlock()
             node.releaseHandler()
             unsafe reference.release()
             """, """
             guard exclusive else { return unlock() }
             unlock()
             node.releaseHandler()
             """),
        found_by="clean/forgotten-dispose"),
    Mutation(
        "identity-has-the-name",
        "The name of a registry is a part of its identity.",
        Edit("Sources/Leaks/SwitchboardLeaks/Examination/CountedItem.swift",
             "TraceLabels.withoutName(entry.label)", "entry.label"),
        found_by="leaking/named-objects"),
    Mutation(
        "lifetime-drops-one-binding",
        "A lifetime loses one of its bindings when it makes room.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Disposables/MemberList.swift",
             "for case let member? in state.slots {", "for case let member? in state.slots.dropFirst() {"),
        found_by="clean/lifetime-add"),
    Mutation(
        "member-left-in-bag",
        "A subscription that has ended stays in its bag.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Disposables/MemberList.swift",
             "? clear(slot, &state) : nil", "? state.slots[slot] : nil"),
        found_by="clean/composite-disposable"),
    Mutation(
        "reader-goes-unnoticed",
        "The subscription of a task that reads a signal's values stays after the task has ended.",
        Edit("Sources/Runtime/SwitchboardSignals/Async/ValueBufferReader.swift",
             "buffer.dispose()", "", within="deinit {"),
        found_by="clean/values"),
    Mutation(
        "swept-entry-forgotten",
        "The sweep does not remove the subscriptions of deallocated owners.",
        Edit("Sources/Runtime/SwitchboardSignals/Lifetime/SweptChains.swift", " else { dead.append(chain) }", ""),
        found_by="clean/swept-owner"),
    Mutation(
        "terminal-keeps-handlers",
        "A subscription keeps the terminal handlers after its last event.",
        Edit("Sources/Runtime/SwitchboardSignals/Subject/Subscribers.swift", "onTerminal = nil", ""),
        found_by="clean/terminal-handlers"),
    Mutation(
        "terminal-keeps-subscribers",
        "A registry that has ended keeps its subscribers.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Broadcaster/Ending.swift",
             """
             _ = word.acquire()
             retireAll()
             unlock(enter: 0, standing: StateWord.walker0)
             """, ""),
        found_by="clean/terminal-handlers"),
    Mutation(
        "terminal-keeps-upstream",
        "A chain stays subscribed upstream after its last event.",
        Edit("Sources/Runtime/SwitchboardSignals/Subscribing/Subscribe.swift", "return finish()", "return end()"),
        found_by="clean/take-until"),
    Mutation(
        "window-is-made-by-the-library",
        "A window is made in the line of the library.",
        Edit("Sources/Runtime/SwitchboardSignals/Subject/PublishSubject.swift",
             "broadcaster.identify(as: type, for: chain)", ""),
        found_by="leaking/kept-windows"),
]
