import Foundation
import LocalSockets
import OrdersShop
import OrdersWorker
import Switchboard
import SwitchboardFoundation
import SwitchboardLink

/// A shop that takes orders, and workers that ship them: programs of their own, or parts of one program.
@main
struct Orders {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let options = Options(CommandLine.arguments.dropFirst())
    let (process, end) = (EventBus(name: "process"), ReplaySubject<Void, Never>(capacity: 1, name: "end"))
    process.on(ProcessEvent.self).next { _ in end.send() }
    whenOutputCloses { end.send() }
    do {
      let lifecycle = try ProcessLifecycle([.interrupt, .terminate], to: process)
      switch options.part {
      case .both: try await both(options, until: end)
      case .shop:
        let number = String(UInt32.random(in: .min ... .max), radix: 36)
        let shop = Shop(options.name, run: number, over: serverEngine(options))
        try await run(shop, options, until: end)
      case .worker:
        let worker = Worker(over: serverEngine(options))
        try await worker.open()
        await end.first()
        try await worker.close()
      }
      lifecycle.dispose()
    } catch LinkError.notReady(_, let error) {
      let reason = error.map { "\($0)" } ?? "the server does not answer"
      fail("Orders: \(reason)\nTo start a server: nats-server -js -sd /tmp/orders", status: 1)
    } catch {
      fail("Orders: \(error)", status: 1)
    }
  }

  /// Runs the shop and a worker, which ends after the shop has closed.
  private static func both(_ options: Options, until end: ReplaySubject<Void, Never>) async throws {
    let worker = Worker(over: MemoryTransport())
    try await worker.open()
    try await run(Shop("a", over: MemoryTransport()), options, until: end)
    await worker.shopClosed.first()
    try await worker.close()
  }

  /// Runs the shop until `end`, or until it has served the wanted number of orders.
  private static func run(_ shop: Shop, _ options: Options, until end: ReplaySubject<Void, Never>) async throws {
    try await shop.open()
    let service = Task {
      defer { end.send() }
      do {
        if let count = options.count {
          try await shop.serve(count: count)
        } else {
          try await shop.serve(every: .milliseconds(500))
        }
      } catch {
        // Asked to end: the link still stores the orders that were taken.
        if !Task.isCancelled { throw error }
      }
    }
    await end.first()
    service.cancel()
    try await shop.close()
    try await service.value
  }
}
