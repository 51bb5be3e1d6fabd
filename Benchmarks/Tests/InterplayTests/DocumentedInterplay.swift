import AsyncAlgorithms
import Switchboard
import Synchronization
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// The code of Switchboard.docc/Interplay.md, in the same words: Tests/Lint/page_code.py compares.
@Suite("Switchboard.docc/Interplay.md")
struct DocumentedInterplay {
  @Test("asynchronous algorithms")
  func algorithms() async throws {
    let taps: Signal<String, Never> = Signal(["a", "b"])
    let keys: Signal<String, Never> = Signal(["c"])
    var shown: [String] = []
    func show(_ text: [String]) { shown += text }

    for try await batch in merge(taps.values, keys.values).chunks(ofCount: 2) { show(batch) }

    #expect(shown.sorted() == ["a", "b", "c"])
  }

  @Test("publishers")
  func publishers() async throws {
    var shown: [Int] = []
    func show(_ value: Int) { shown.append(value) }

    let clicks = PublishSubject<Int, Never>()
    let cancellable = clicks.publisher(buffering: .newest(16)).map { $0 * 2 }.sink { show($0) }
    clicks.send(21)  // shows 42
    cancellable.cancel()  // ends the subscription of the signal

    #expect(shown == [42])
    #expect(clicks.census.count == 0)

    let printed = Mutex<[String]>([])
    @Sendable func print(_ line: String) { printed.withLock { $0.append(line) } }

    let lines = PassthroughSubject<String, Never>()
    let subscription = lines.signal().filter { !$0.isEmpty }.subscribe { print($0) }
    lines.send("hello")
    subscription.dispose()  // cancels the subscription of the publisher

    lines.send("nobody hears this")
    #expect(printed.withLock { $0 } == ["hello"])
  }
}
