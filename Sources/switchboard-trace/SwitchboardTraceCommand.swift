import ArgumentParser
import Foundation

@main
struct SwitchboardTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switchboard-trace", abstract: "Tells what a traced program did.",
    discussion: """
      A trace is a file that the runtime wrote with tracing compiled in (--traits Tracing), by a TraceSession or \
      because SWITCHBOARD_TRACE names the file. It opens in ui.perfetto.dev as it is.

      EXAMPLES
        switchboard-trace summary app.pftrace
        switchboard-trace leaks app.pftrace --fail
        switchboard-trace diff before.pftrace after.pftrace
        switchboard-trace cat app.pftrace --filter 'kind=send site=Form.swift:12'
        switchboard-trace export app.pftrace --format dot | dot -Tsvg > app.svg

      EXIT STATUS
        0   done; diff: the traces are the same
        1   diff: they differ; leaks --fail: something was alive, or records lost
        64  wrong options
        65  a file is no trace, damaged or cut off; what comes before is shown
        66  a file cannot be opened
        74  the output cannot be written
      """,
    subcommands: [Summary.self, Leaks.self, Diff.self, Cat.self, Export.self])

  static func main() {
    // Otherwise a reader that closes its pipe early, such as head, would kill the program before it can report
    // anything.
    signal(SIGPIPE, SIG_IGN)
    main(nil)
  }
}
