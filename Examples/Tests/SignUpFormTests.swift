import Foundation
import Testing

@Suite("Examples: the form")
struct SignUpFormTests {
  @Test("the script of the documentation: typed, validated, refused, submitted, reset")
  func script() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../SignUpForm/script.txt")
    let program = try ExampleProgram("SignUpForm")
    program.type(try String(contentsOf: place, encoding: .utf8))
    try program.closeInput()
    #expect(
      program.end() == [
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
    let program = try ExampleProgram("SignUpForm")
    program.type("nonsense\nemail a@b\n")
    #expect(program.end(status: 1).last == "unknown: nonsense")
  }
}
