import ArgumentParser

@main
struct SwitchboardTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switchboard-trace", abstract: "Tells what a traced program did.")
}
