internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// Brings items from any thread to a scheduler, in order. Items that come while work is on its way come with it, so
/// many items cost one piece of work.
final class Coalescer<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isScheduled = false
  }

  private let state = Lock(State())
  private let scheduler: Scheduler
  private let body: @Sendable ([Item]) -> Void

  init(_ scheduler: Scheduler, _ body: @escaping @Sendable ([Item]) -> Void) {
    (self.scheduler, self.body) = (scheduler, body)
  }

  func add(_ item: Item) {
    let isFirst = state.withLock { state in
      state.items.append(item)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { scheduler.perform { self.run() } }
  }

  private func run() {
    let items = state.withLock { state in
      state.isScheduled = false
      defer { state.items = [] }
      return state.items
    }
    body(items)
  }
}
