import Foundation
import SwitchboardTestSupport
import Testing

@Suite("Examples: the form")
struct SignUpFormTests {
  /// Runs the program with `script` as its input. Returns what the program prints, and its status.
  private func run(_ script: Data) throws -> (output: [String], status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try builtProgram("SignUpForm"))
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(script)
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text.split(separator: "\n").map(String.init), process.terminationStatus)
  }

  @Test("the script of the documentation: typed, validated, refused, submitted, reset")
  func script() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/SignUpForm/script.txt")
    let (output, status) = try run(Data(contentsOf: place))
    #expect(status == 0)
    #expect(
      output == [
        "  email    [ann@example.org]",
        "the draft is loaded",
        "  the command “submit” is disabled; execute it when `enabled` is true",
        "  password [••••••]",
        "  (submit)",
        "  password [••••••••••]",
        "  …",
        "  -submit-",
        "  (submit)",
        "  sorry: ann@example.org has an account already",
        "  email    [Bob@Example.org]",
        "  email    [bob@example.org]",
        "  …",
        "  -submit-",
        "  password []",
        "  welcome, bob@example.org",
        "  done",
        "  the command “submit” is disabled; execute it when `enabled` is true",
        "  email    []",
        "  password []",
      ])
  }

  @Test("an unknown line ends a script with an error status")
  func unknown() throws {
    let (output, status) = try run(Data("nonsense\nemail a@b\n".utf8))
    #expect(status == 1)
    #expect(output.last == "unknown: nonsense")
  }
}
