import Switchboard
import SwitchboardTestSupport

/// A source that counts all subscriptions to it, and the live ones.
final class Well: Sendable {
  let starts = Counter()
  private let running = Guarded<[Observer<Int, Fault>]>([])
  private let atStart: @Sendable (Observer<Int, Fault>, _ start: Int) -> Void

  /// - Parameter atStart: Called in each subscription, with the number of the subscription, from 1.
  init(_ atStart: @escaping @Sendable (Observer<Int, Fault>, _ start: Int) -> Void = { _, _ in }) {
    self.atStart = atStart
  }

  var signal: Signal<Int, Fault> {
    Signal { observer in
      let start = self.starts.increment()
      self.running.with { $0.append(observer) }
      self.atStart(observer, start)
      let name = ObjectIdentifier(observer)
      return ActionDisposable { [weak self] in self?.running.with { $0.removeAll { ObjectIdentifier($0) == name } } }
    }
  }

  var live: Int { running.with { $0.count } }
  func send(_ event: Event<Int>) { for observer in running.with({ $0 }) { observer.send(event) } }
  /// Releases all observers without a terminal event.
  func dryUp() { running.set([]) }
}
