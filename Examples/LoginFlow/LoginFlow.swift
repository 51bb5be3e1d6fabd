import Foundation
import Switchboard

/// Users log in and out on a separate thread. The window's title follows on the main actor.
///
/// Every run does the same in the same order. With `--leak`, each home screen leaves a subscription behind. With
/// `--by-hand`, each line of the input logs everybody in once more, and the end of the input ends the program.
@main @MainActor
struct LoginFlow {
  private static var isOver = false

  static func main() {
    let arguments = Set(CommandLine.arguments.dropFirst())
    let leaks = arguments.contains("--leak")
    let isByHand = arguments.contains("--by-hand")
    if !arguments.isSubset(of: ["--leak", "--by-hand"]) {
      FileHandle.standardError.write(Data("usage: LoginFlow [--leak] [--by-hand]\n".utf8))
      exit(64)
    }
    let titles = PublishSubject<String, Never>(name: "titles")
    titles.subscribe { print($0) }
    Wires.user
      .map { $0.map { "Welcome, \($0)" } ?? "Please log in" }
      .subscribe(on: MainActor.self, onNext: { titles.send($0) }, onCompleted: { isOver = true })
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #if Tracing
        setTraceThreadName("people")
      #endif
      openServer()
      if isByHand { print("Press return to log everybody in, control-D to end.") }
      while !isByHand || readLine() != nil {
        logEverybodyIn(leaks: leaks)
        if !isByHand { break }
      }
      Wires.submissions.sendCompleted()
      Wires.user.sendCompleted()
      isDone.signal()
    }
    while !isOver && RunLoop.main.run(mode: .default, before: .distantFuture) {}
    isDone.wait()
  }

  private nonisolated static func openServer() {
    let server = Server()
    Wires.submissions
      .filter { !$0.password.isEmpty }
      .subscribe { credentials in
        server.login(credentials)
          .subscribe(onNext: { Wires.user.send($0) }, onError: { Wires.failures.send($0) })
      }
  }

  private nonisolated static func logEverybodyIn(leaks: Bool) {
    for user in ["ann", "bob", "cid"] {
      let form = Form()
      form.submit(user, "")
      form.submit(user, "guess")
      form.submit(user, "sesame")
      let home = Home(leaks: leaks)
      home.click("help")
      home.click("log out")
    }
  }
}
