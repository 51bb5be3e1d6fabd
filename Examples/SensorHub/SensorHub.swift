import Foundation
import LocalSockets
import Switchboard
import SwitchboardFoundation

/// A hub that sends the readings of a sensor to each program that connects, and a loader that opens many connections.
@main
struct SensorHub {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("hub", 2): try await hub(arguments[1])
      case ("load", 4):
        // Of 32 bits, so that their product cannot overflow.
        guard let count = Int32(arguments[2]), let readings = Int32(arguments[3]), count > 0, readings > 0 else {
          fallthrough
        }
        try await load(arguments[1], Int(count), Int(readings))
      default: fail("usage: SensorHub hub PATH\n       SensorHub load PATH CONNECTIONS READINGS", status: 64)
      }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  /// Sends a reading ten times a second to all connections, until ctrl-C or SIGTERM, or until nobody reads the
  /// output.
  private static func hub(_ path: String) async throws {
    let possible = raiseFileLimit(for: 10_000)
    if possible < 10_000 { complain("the hub can serve \(possible) connections: " + advice(for: 10_000)) }
    let readings = PublishSubject<String, Never>(name: "readings")
    let queue = DispatchQueue(label: "hub")
    let listener = try Listener(path: path)
    listener.connections.subscribe { connection in
      let subscription = readings.subscribe(onNext: { connection.send($0) }, onCompleted: { connection.close() })
      connection.lines.subscribe(onCompleted: { subscription.dispose() })
      connection.start(on: queue)
    }
    listener.start(on: queue)
    let most = Property(0)
    let sensor = Signal.interval(.milliseconds(100), on: .queue(queue)).subscribe { number in
      readings.send("reading \(number)")
      let count = readings.census.count
      most.update { $0 = max($0, count) }
      if count == 0 && most.value > 0 { say("\(most.swap(0)) subscribers came, and all have left") }
    }

    let (process, end) = (EventBus(name: "process"), ReplaySubject<Void, Never>(capacity: 1, name: "end"))
    process.on(ProcessEvent.self).next { _ in end.send() }
    let lifecycle = try ProcessLifecycle([.interrupt, .terminate], to: process)
    whenOutputCloses { end.send() }
    say("ready")
    await end.first()
    listener.close()
    sensor.dispose()
    queue.sync { readings.sendCompleted() }
    say("closed")
    lifecycle.dispose()
  }

  /// Opens connections, and waits until each has received its readings.
  private static func load(_ path: String, _ count: Int, _ readings: Int) async throws {
    if raiseFileLimit(for: count) < count { fail(advice(for: count) + ", or open fewer connections", status: 1) }
    let queue = DispatchQueue(label: "loader")
    let connections = try (0..<count).map { _ in try connect(to: path) }
    let received = Signal.merge(connections.map { $0.lines.take(readings) }).reduce(0) { count, _ in count + 1 }
    let total = Signal<Int, Never>.startEagerly { received.subscribe($0) }
    for connection in connections { connection.start(on: queue) }
    let sum = await total.first() ?? 0
    for connection in connections { connection.close() }
    say("\(count) connections received \(sum) readings")
    if sum != count * readings { exit(1) }
  }

  private static func advice(for count: Int) -> String {
    let files = neededFiles(for: count)
    return "\(count) connections need \(files) open files, more than the system allows; "
      + "raise the limit with `ulimit -Hn \(files)` as root"
  }
}
