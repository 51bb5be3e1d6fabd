import Foundation
import Switchboard
import SwitchboardFoundation

/// A dashboard of a simulated machine. Without a terminal, prints a line for each change.
///
/// Ends at the key q, at ctrl-C and SIGTERM, when nobody reads the output any more, and after `--ticks`.
@main
struct Program {
  static func main() async throws {
    let options = Options(CommandLine.arguments.dropFirst())
    // A closed pipe is an error of `write`, and does not end the program in the middle.
    signal(SIGPIPE, SIG_IGN)
    let (board, bus) = (BlackBoard(name: "machine"), EventBus(name: "process"))
    let ends: Set<ProcessSignal> = [.interrupt, .terminate, .hangUp]
    let end = ReplaySubject<Void, Never>(capacity: 1, name: "end")
    for signal in ends { bus.on(process: signal).next { _ in end.send() } }
    let lifecycle = try ProcessLifecycle(ends.union([.windowChange]), to: bus)

    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let terminal = isTerminal ? Terminal(bus) : nil
    let dashboard = terminal.map { terminal in
      terminal.keys.filter { $0 == UInt8(ascii: "q") }
        .subscribe(onNext: { _ in end.send() }, onCompleted: { end.send() })
      terminal.closed.subscribe(onCompleted: { end.send() })
      return Dashboard(Gauge.all, of: board, on: terminal, until: end)
    }
    if terminal == nil {
      for gauge in Gauge.all {
        board.subscribe(gauge.key) { value in
          if !writeAll("\(gauge.title) \(Int(value)) \(gauge.unit)\n") { end.send() }
        }
      }
    }
    Signal.timer(after: .zero, every: options.interval, on: .queue(label: "machine"))
      .take(options.ticks)
      .scan(into: Machine()) { machine, _ in machine.tick(board) }
      .take(until: end)
      .subscribe(onCompleted: { end.send() })

    await end.first()
    await dashboard?.drawn.wait()
    terminal?.close()
    withExtendedLifetime(lifecycle) {}
  }
}

private struct Options {
  var ticks = Int.max
  var interval = Duration.milliseconds(200)

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)
    while !rest.isEmpty {
      let name = rest.removeFirst()
      guard ["--ticks", "--every"].contains(name), let number = rest.first.flatMap({ Int($0) }), number > 0 else {
        let usage = "usage: Dashboard [--ticks N] [--every MILLISECONDS]\n"
        FileHandle.standardError.write(Data("\(name): unknown, or without a positive number\n\(usage)".utf8))
        exit(64)
      }
      rest.removeFirst()
      if name == "--ticks" { ticks = number } else { interval = .milliseconds(number) }
    }
  }
}
