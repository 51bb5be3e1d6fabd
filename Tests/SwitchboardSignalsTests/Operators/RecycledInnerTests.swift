import Switchboard
import SwitchboardTestSupport
import Synchronization
import Testing

@Suite("flatMap: objects that are used again")
struct RecycledInnerTests {
  @Test(
    "an observer that is released late does not end the inner signal that came later",
    arguments: [FlattenStrategy.merge, .merge(2), .concat, .latest])
  func lateObserver(_ strategy: FlattenStrategy) {
    let kept = Mutex<Observer<Int, Never>?>(nil)
    let (outer, later) = (PublishSubject<Signal<Int, Never>, Never>(), PublishSubject<Int, Never>())
    let recorder = Recorder(outer.flatMap(strategy) { $0 })
    for value in 1...3 {
      outer.send(
        Signal { observer in
          kept.withLock { $0 = observer }
          observer.send(value)
          observer.sendCompleted()
          return nil
        })
      outer.send(.just(10 * value))
    }
    outer.send(later.signal)
    kept.withLock { $0 = nil }
    later.send(100)
    outer.sendCompleted()
    later.sendCompleted()
    #expect(recorder.events == [1, 10, 2, 20, 3, 30, 100, .completed])
  }
}
