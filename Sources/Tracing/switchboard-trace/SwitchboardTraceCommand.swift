#if Tools
  import ArgumentParser
  import Foundation

  @main
  struct SwitchboardTraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "switchboard-trace", abstract: "Show what a traced program did, or what a running program does.",
      discussion: """
        A trace is a file that a program built with --traits Tracing has written, by a TraceSession, or because the \
        environment variable SWITCHBOARD_TRACE names the file. The file also opens in ui.perfetto.dev.

        census and top read no trace, but what an inspector answers: a part of a program that is built with \
        --traits Inspector and runs with the environment variable SWITCHBOARD_INSPECTOR.

        EXAMPLES
          switchboard-trace summary app.pftrace
          switchboard-trace leaks app.pftrace --fail
          switchboard-trace diff before.pftrace after.pftrace
          switchboard-trace cat app.pftrace --filter 'kind=send site=Form.swift:12'
          switchboard-trace export app.pftrace --format dot | dot -Tsvg > app.svg
          switchboard-trace census before.json after.json
          switchboard-trace top 'http://127.0.0.1:7070/#token=TOKEN'

        EXIT STATUS
          0   done; diff: the traces are the same; top: also if the program has ended
          1   diff: the traces differ; leaks --fail: a subscription was alive, or records are missing, or may be,
              because the file has no end; census --fail: a line grew
          64  an option is wrong, or a URL has no host or no token
          65  a file is no trace, damaged or cut off within a record; the command shows what comes before the damage;
              census: a file is no census; top: what answers is no inspector
          66  a file cannot be opened
          69  top: the program does not answer
          74  the output cannot be written
          77  top: the inspector does not accept the token
        """,
      subcommands: [Summary.self, Leaks.self, Diff.self, Cat.self, Export.self, Census.self, Top.self])

    static func main() {
      // Otherwise a reader that closes its pipe early, such as head, would kill the program before it can report
      // anything.
      signal(SIGPIPE, SIG_IGN)
      main(nil)
    }
  }
#else
  import Foundation

  @main
  struct SwitchboardTraceCommand {
    static func main() {
      let message = """
        switchboard-trace needs the trait “Tools” of the package switchboard. Enable the trait where your package \
        depends on switchboard: .package(…, traits: ["Tools"]).

        """
      FileHandle.standardError.write(Data(message.utf8))
      exit(69)
    }
  }
#endif
