import Foundation
import Switchboard

/// Users log in and out on a separate thread. The window's title follows on the main actor.
///
/// Every run does the same in the same order. With `--leak`, each home screen leaves a subscription behind.
@main @MainActor
struct LoginFlow {
  private static var isOver = false

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let leaks = arguments == ["--leak"]
    if !leaks && !arguments.isEmpty {
      FileHandle.standardError.write(Data("usage: LoginFlow [--leak]\n".utf8))
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
      logEverybodyIn(leaks: leaks)
      isDone.signal()
    }
    while !isOver && RunLoop.main.run(mode: .default, before: .distantFuture) {}
    isDone.wait()
  }

  private nonisolated static func logEverybodyIn(leaks: Bool) {
    let server = Server()
    Wires.submissions
      .filter { !$0.password.isEmpty }
      .subscribe { credentials in
        server.login(credentials)
          .subscribe(onNext: { Wires.user.send($0) }, onError: { Wires.failures.send($0) })
      }
    for user in ["ann", "bob", "cid"] {
      let form = Form()
      form.submit(user, "")
      form.submit(user, "guess")
      form.submit(user, "sesame")
      let home = Home(leaks: leaks)
      home.click("help")
      home.click("log out")
    }
    Wires.submissions.sendCompleted()
    Wires.user.sendCompleted()
  }
}
