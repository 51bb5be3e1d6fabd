"""What breaks traces. Runner/table.py explains the format."""

MUTATIONS = [
    Mutation(
        "losses-of-full-rings-not-counted",
        "`lostRecords` counts only the losses with rings, not those of full rings.",
        Edit("Sources/Tracing/SwitchboardTracing/Session/TraceSession.swift",
             "+ switchboard_trace_lost()", "+ switchboard_trace_lost_with_rings()"),
        tests="SwitchboardTracingTests", filter="LossTests", traits="Tracing"),
]
