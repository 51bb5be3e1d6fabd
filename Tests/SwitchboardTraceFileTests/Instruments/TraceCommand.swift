import Foundation
import SwitchboardTestSupport
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

/// The built `switchboard-trace`, run as a process.
struct TraceCommand {
  /// Runs the command, and returns after its end. With `output`, standard output goes to that file, not into the
  /// outcome.
  static func run(_ arguments: String..., output: String? = nil) throws -> EndedProgram {
    try EndedProgram.run(try builtProgram("switchboard-trace"), arguments, output: output)
  }

  /// Runs a line of shell, in which `$0` is the command.
  static func shell(_ line: String) throws -> EndedProgram {
    try EndedProgram.run("/bin/sh", ["-c", line, try builtProgram("switchboard-trace")])
  }
}

/// Returns the page about the command, whose examples must be true.
func page() throws -> String {
  let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
  let path = "\(package)/Sources/Runtime/Switchboard/Switchboard.docc/switchboard-trace.md"
  return String(decoding: try bytes(of: path), as: UTF8.self)
}

/// Calls `body` with the paths of two trace files that exist until `body` returns.
func withTraces<Result>(_ first: TraceSnapshot, _ second: TraceSnapshot, _ body: (String, String) throws -> Result)
  throws
  -> Result
{
  try withTrace(first) { first in try withTrace(second) { try body(first, $0) } }
}

func withTrace<Result>(_ trace: TraceSnapshot, _ body: (String) throws -> Result) throws -> Result {
  try withScratchFile { path in
    try trace.write(to: path)
    return try body(path)
  }
}
