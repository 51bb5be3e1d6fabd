"""What breaks boards. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "board-pauses-not-counted",
        "Resuming the first of several pauses resumes the key.",
        Edit("Sources/Runtime/SwitchboardBoards/Core/Feed+Pause.swift", "pauses -= 1", "pauses = 0"),
        tests="SwitchboardBoardsTests", filter="PauseTests|DeliveryHazard"),
    Mutation(
        "board-write-after-retirement",
        "A write goes into a feed that its entry no longer uses, so the value is lost.",
        Edit("Sources/Runtime/SwitchboardBoards/Core/Feed.swift",
             "if isRetired { return nil }", "if isRetired, written.number == 0 { return nil }"),
        tests="SwitchboardBoardsTests", filter="BoardRaceTests|FeedTests"),
    Mutation(
        "handle-keeps-a-value",
        "A handle keeps the last value of a key whose subscribers were removed, "
        "after the board has given the value up.",
        Edit("Sources/Runtime/SwitchboardBoards/Core/Feed.swift", "replay.value = nil", ""),
        tests="SwitchboardBoardsTests", filter="HazardTests"),
    Mutation(
        "owner-index-forgets-joined-chains",
        "A removal by key does not find the owner's chains that have several sources.",
        Edit("Sources/Runtime/SwitchboardBoards/Core/OwnerIndex.swift",
             """
             state.changing.append(Member(object: member))
             state.entered += 1
             """, ""),
        tests="SwitchboardBoardsTests", filter="RemovalTests"),
    Mutation(
        "owner-without-index",
        "A removal of an owner's subscriptions to a key looks at all disposables of the owner.",
        Edit("Sources/Runtime/SwitchboardBoards/Core/OwnerIndex.swift",
             "static let limit = 32", "static let limit = Int.max"),
        tests="SwitchboardBoardsTests", filter="RemovalTests"),
]
