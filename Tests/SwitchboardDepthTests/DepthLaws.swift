import Switchboard
import SwitchboardTestSupport
import Testing

/// R11: a chain of at least 1,000 operators works on a stack of 512 KB, in optimised code. The frames of other builds
/// are larger, and so is their stack here.
@Suite("R11 Operators: long chains")
struct DepthLaws {
  static let levels = 1_000

  enum Way: CaseIterable, Sendable { case built, disposed, completed, failed, lost }

  @Test("a chain of one operator, a thousand times", arguments: AnyOperator.all, Way.allCases)
  func chain(operation: AnyOperator, way: Way) {
    let recorder = Recorder<Int, Fault>()
    onSmallStack(factor: 64) {
      let source = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
      var signal: Signal<Int, Fault> = source.current!.signal
      for _ in 0..<(Self.levels / operation.operators) { signal = operation(signal) }
      if way == .built { return }
      recorder.subscribe(to: signal)
      signal = .empty()
      source.current?.send(1)
      switch way {
      case .built: break
      case .disposed: recorder.dispose()
      case .completed: source.current?.sendCompleted()
      case .failed: source.current?.send(error: .second)
      case .lost: source.set(nil)
      }
    }
    let expected: [Event<Int>] =
      switch way {
      case .built: []
      case .disposed, .lost: [1]
      case .completed: [1, .completed]
      case .failed: [1, .error(.second)]
      }
    #expect(recorder.events == expected)
    // An open window of time waits for its timer.
    let isOpen = way == .built || way == .lost && operation.testDescription == "window of time"
    #expect(isOpen || recorder.isDisposed)
  }

  @Test("a function that calls itself inside the call")
  func insideTheCall() {
    let recorder = Recorder<Int, Fault>()
    @Sendable func count(_ left: Int) -> Signal<Int, Fault> {
      Signal<Int, Fault>.just(left).flatMap { left in left == 0 ? .just(0) : count(left - 1) }
    }
    onSmallStack(factor: 16) { recorder.subscribe(to: count(500)) }
    #expect(recorder.events == [0, .completed])
  }

  @Test("what the page of flatMap says to write instead", arguments: ["concat", "repeat(after:)"])
  func instead(form: String) {
    let recorder = Recorder<Int, Fault>()
    let left = Counter()
    @Sendable func count() -> Signal<Int, Fault> {
      let next = Signal<Int, Fault>.just(left.increment())
      return left.value == 100_000 ? next : next.concat(Signal<Int, Fault>.deferred { count() })
    }
    onSmallStack {
      switch form {
      case "concat": recorder.subscribe(to: count().take(last: 1))
      default:
        let next = Signal<Int, Fault>.deferred { Signal<Int, Fault>.just(left.increment()) }
        recorder.subscribe(to: next.repeat(100_000, after: .zero, on: .immediate).take(last: 1))
      }
    }
    #expect(recorder.events == [100_000, .completed])
  }
}
