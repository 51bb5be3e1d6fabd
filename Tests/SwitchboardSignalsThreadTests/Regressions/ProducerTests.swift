import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Producers: threads")
struct ProducerTests {
  @Test("disposed while its producer runs: the returned disposable is disposed once, and finds its observer disposed")
  func disposedMeanwhile() throws {
    let (ends, tooEarly) = (Counter(), Counter())
    for _ in 0..<rounds(3000) {
      let (bag, entered) = (CompositeDisposable(), Counter())
      let signal = Signal<Int, Never> { observer in
        entered.increment()
        while !bag.isDisposed {}
        return ActionDisposable {
          ends.increment()
          if !observer.isDisposed { tooEarly.increment() }
        }
      }
      try onThreads([
        { signal.subscribe(into: bag) },
        {
          while entered.value == 0 {}
          bag.dispose()
        },
      ])
    }
    #expect(tooEarly.value == 0)
    #expect(ends.value == rounds(3000))
  }
}
