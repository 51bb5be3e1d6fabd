"""What breaks virtual time. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "virtual-time-last-in-first-out",
        "Work that is due at the same time runs in reverse order.",
        Edit("Sources/Testing/SwitchboardTesting/Schedulers/VirtualTime.swift",
             "(left.due, left.number) < (right.due, right.number)",
             "(left.due, right.number) < (right.due, left.number)"),
        tests="SwitchboardTestingTests", filter="TestScheduler"),
]
