import Foundation
import Switchboard

/// Sends three times. Between the sends, runs the program that `command` names, with the environment and the output of
/// this program.
func runTracedParent(_ command: [String]) throws {
  let subject = PublishSubject<Int, Never>(name: "parent")
  subject.send(1)
  let child = Process()
  child.executableURL = URL(fileURLWithPath: command[0])
  child.arguments = Array(command.dropFirst())
  try child.run()
  subject.send(2)
  child.waitUntilExit()
  subject.send(3)
  print("child \(child.processIdentifier) exited with \(child.terminationStatus)")
}
