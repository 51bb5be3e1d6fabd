"""What breaks storages, and the queue of registries. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "capacity-never-shrinks",
        "The capacity never shrinks while a subscriber is left.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "capacity > 4 * count + 16", "capacity > .max - count"),
        tests="SwitchboardBroadcastTests", filter="StorageLaw|WalkLaw|R10"),
    Mutation(
        "compaction-in-place-while-walked",
        "Compaction moves nodes in place during a walk.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "let inPlace = unsafe exclusive && capacity", "let inPlace = capacity"),
        tests="SwitchboardBroadcastTests", filter="StorageLaw|WalkLaw|StorageProgram"),
    Mutation(
        "dense-index-not-updated",
        "Compaction does not give the nodes their new indices.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/DenseStorage.swift",
             "unsafe buffer.compact(holes: count + 16, retired: &retired, moved: Self.setIndex)",
             "buffer.compact(holes: count + 16, retired: &retired, moved: { _, _ in })"),
        tests="SwitchboardBroadcastTests", filter="StorageProgram|WalkLaw|ProgramTests"),
    Mutation(
        "dense-index-not-updated-by-growth",
        "Growth does not give the nodes their new indices.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/DenseStorage.swift",
             "unsafe buffer.append(node, exclusive: exclusive, retired: &retired, moved: Self.setIndex)",
             "buffer.append(node, exclusive: exclusive, retired: &retired, moved: { _, _ in })"),
        tests="SwitchboardBroadcastTests", filter="StorageProgram|WalkLaw|ProgramTests"),
    Mutation(
        "end-does-not-deactivate",
        "The end or the deallocation of a registry does not deactivate its subscriptions.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "unsafe node._withUnsafeGuaranteedRef { $0.deactivate() }", ""),
        tests="SwitchboardBroadcastTests", filter="R05|R09|ProgramTests"),
    Mutation(
        "list-end-does-not-deactivate",
        "The end of a registry with a list does not deactivate its subscriptions.",
        Edit("Sources/Workshop/SwitchboardListBroadcast/LinkedListStorage.swift",
             """
             $0.deactivate()
             return unsafe $0.link.load(ordering: .relaxed)
             """, "return unsafe $0.link.load(ordering: .relaxed)"),
        tests="SwitchboardListBroadcastTests", filter="R05|R09|ProgramTests"),
    Mutation(
        "list-clears-link-of-removed",
        "A removed node loses its link while a walk may use the link.",
        Edit("Sources/Workshop/SwitchboardListBroadcast/LinkedListStorage.swift",
             "if let previous = unsafe previous {",
             """
             node._withUnsafeGuaranteedRef { Self.next(of: $0).pointee.store(nil, ordering: .releasing) }
             if let previous = unsafe previous {
             """),
        tests="SwitchboardListBroadcastTests", filter="WalkLaw|StorageProgram"),
    Mutation(
        "list-without-number-check",
        "A walk of the list does not stop at the end that the list had when the walk began.",
        Edit("Sources/Workshop/SwitchboardListBroadcast/LinkedListStorage.swift",
             "if node.links.number > last {",
             "if node.links.number > .max - last {"),
        tests="SwitchboardListBroadcastTests", filter="WalkLaw|StorageProgram"),
    Mutation(
        "memory-kept-when-empty",
        "An empty storage keeps its last block.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "if capacity != InlineSlotBlock.capacity {", "if capacity > 1 << 20 {"),
        tests="SwitchboardBroadcastTests", filter="WalkLaw|R10"),
    Mutation(
        "no-snapshot",
        "A walk of slots includes the slots appended during the walk.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer.swift",
             """
             let end = unsafe slot + Int(SlotBlock.used(of: block).pointee.load(ordering: .acquiring))
             while unsafe slot != end {
             """, """
             let first = slot
             while slot != first + Int(SlotBlock.used(of: block).pointee.load(ordering: .acquiring)) {
             """),
        tests="SwitchboardBroadcastTests", filter="R02|WalkLaw|StorageProgram"),
    Mutation(
        "queue-kept",
        "The queue keeps the memory of a burst.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SerialQueue.swift",
             "guard unsafe first != nil, isLast", "guard unsafe first == nil, isLast"),
        tests="SwitchboardBroadcastTests", filter="R10"),
    Mutation(
        "queue-last-in-first-out",
        "A block of the queue is delivered before the blocks in front of it.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SerialQueue.swift",
             "unsafe last = unsafe block", "unsafe first = unsafe block"),
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SerialQueue.swift",
             "if let last = unsafe last { unsafe Self.next(of: last).pointee = unsafe block } "
             "else { unsafe first = unsafe block }",
             """
             if unsafe last == nil { unsafe last = unsafe block }
             unsafe Self.next(of: block).pointee = unsafe first
             """),
        tests="SwitchboardBroadcastTests", filter="R06|ProgramTests"),
    Mutation(
        "queue-loses-its-first-blocks",
        "A queue that has filled its block puts the next block in front, so the older entries are not delivered.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SerialQueue.swift",
             "if let last = unsafe last { unsafe Self.next(of: last).pointee = unsafe block } "
             "else { unsafe first = unsafe block }",
             """
             unsafe Self.next(of: block).pointee = unsafe first
             unsafe first = unsafe block
             """),
        tests="SwitchboardBroadcastTests", filter="R06|R10|ProgramTests"),
    Mutation(
        "used-falls-under-walk",
        "Removing the last node during a walk gives its slot to the next node.",
        Edit("Sources/Runtime/SwitchboardBroadcast/Storage/SlotBuffer+Changes.swift",
             "live.store(count - 1,",
             """
             if index + 1 == Int(SlotBlock.used(of: block).pointee.load(ordering: .relaxed)) {
               SlotBlock.used(of: block).pointee.store(UInt32(index), ordering: .relaxed)
             }
             live.store(count - 1,
             """),
        tests="SwitchboardBroadcastTests", filter="StorageProgram|WalkLaw"),
]
