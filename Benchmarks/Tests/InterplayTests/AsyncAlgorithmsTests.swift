import AsyncAlgorithms
import Switchboard
import Testing

@Suite("signals with swift-async-algorithms")
struct AsyncAlgorithmsTests {
  @Test("debounce gives the last value before the end")
  func debounce() async throws {
    let searches = PublishSubject<String, Never>()
    var results = searches.values.debounce(for: .seconds(3600)).makeAsyncIterator()
    // The debounced sequence subscribes when it is read first, in a task of its own.
    async let first = results.next()
    let begin = ContinuousClock.now
    while searches.census.count == 0 {
      guard ContinuousClock.now - begin < .seconds(60) else {
        Issue.record("the debounced sequence has not subscribed in 60 s")
        return  // cancels the task
      }
      await Task.yield()
    }
    for text in ["s", "sw", "swift"] { searches.send(text) }
    searches.sendCompleted()
    #expect(await first == "swift")
  }

  @Test("merge gives the values of two signals")
  func merges() async throws {
    let numbers: Signal<Int, Never> = Signal([1, 2, 3])
    let others: Signal<Int, Never> = Signal([10, 20])
    var received: [Int] = []
    for try await value in merge(numbers.values, others.values) { received.append(value) }
    #expect(received.sorted() == [1, 2, 3, 10, 20])
    #expect(received.filter { $0 < 10 } == [1, 2, 3])
  }

  @Test("chunked gives arrays")
  func chunks() async throws {
    let numbers: Signal<Int, Never> = Signal([1, 2, 3, 4, 5])
    var received: [[Int]] = []
    for try await chunk in numbers.values.chunks(ofCount: 2) { received.append(chunk) }
    #expect(received == [[1, 2], [3, 4], [5]])
  }

  @Test("throttle gives the first value at once, and then values in their order")
  func throttle() async throws {
    let numbers: Signal<Int, Never> = Signal([1, 2, 3])
    var received: [Int] = []
    for try await value in numbers.values._throttle(for: .milliseconds(1)) { received.append(value) }
    #expect(received.first == 1)
    #expect(Set(received).isSubset(of: [1, 2, 3]))
    #expect(received == received.sorted())
  }
}
