import Foundation
import PackagePlugin

/// `swift package switchboard-trace`: the program `switchboard-trace`, built for a client.
@main
struct SwitchboardTraceCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let program = Process()
    program.executableURL = try context.tool(named: "switchboard-trace-tool").url
    program.arguments = arguments
    try program.run()
    program.waitUntilExit()
    if program.terminationStatus != 0 { exit(program.terminationStatus) }
  }
}
