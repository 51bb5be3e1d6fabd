"""What breaks bridges. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "bridge-of-a-dead-bus",
        "A bridge takes the listeners of a deallocated bus that had the address of its bus.",
        Edit("Sources/Bridges/SwitchboardFoundation/Notifications/NotificationListeners.swift",
             "if let old, old.bus.bus != nil {", "if let old {"),
        tests="SwitchboardFoundationTests", filter="NotificationBridgeTests"),
    Mutation(
        "bridges-do-not-share",
        "Each bridge of a center and a bus has observers of its own.",
        Edit("Sources/Bridges/SwitchboardFoundation/Notifications/NotificationListeners.swift",
             "if let old, old.bus.bus != nil { return (old, nil) }", ""),
        tests="SwitchboardFoundationTests", filter="NotificationBridgeTests|NotificationRaceTests"),
]
