import Foundation
import Switchboard

/// A program that sends three times. Between the sends it runs the program that its arguments name, with its own
/// environment and output.
@main
struct TracedParent {
  static func main() throws {
    let subject = PublishSubject<Int, Never>(name: "parent")
    subject.send(1)
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[1])
    child.arguments = Array(CommandLine.arguments.dropFirst(2))
    try child.run()
    subject.send(2)
    child.waitUntilExit()
    subject.send(3)
    print("child \(child.processIdentifier) exited with \(child.terminationStatus)")
  }
}
