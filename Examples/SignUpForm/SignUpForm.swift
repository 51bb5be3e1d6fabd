import Foundation
import Switchboard

/// A form with two fields in the terminal, bound in both directions to a view model, with validation and a command that
/// submits the form.
///
/// Reads the standard input line by line, so a script can be piped in. Each run of a script does the same.
@main
struct SignUpForm {
  static func main() {
    let isInteractive = isatty(STDIN_FILENO) == 1
    let model = SignUpModel(Accounts(taken: ["ann@example.org"], draft: "ann@example.org"))
    let view = FormView(model)
    if isInteractive { print("email TEXT, password TEXT, submit, reset or quit") }
    model.load.execute().subscribe(onCompleted: { print("the draft is loaded") })
    while let line = prompt(isInteractive) {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let text = words.count > 1 ? words[1] : ""
      switch words.first {
      case "email": view.email.value = text
      case "password": view.password.value = text
      case "submit": view.submit()
      case "reset": model.reset()
      case "quit": return
      case "": break
      default:
        print("unknown: \(line)")
        if !isInteractive { exit(1) }
      }
    }
  }

  private static func prompt(_ isInteractive: Bool) -> String? {
    if isInteractive { print("> ", terminator: "") }
    return readLine()
  }
}
