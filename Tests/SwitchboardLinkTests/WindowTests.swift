import Testing

@testable import SwitchboardLink

/// How many events a reception asks for, by the times at which they are settled.
@Suite struct WindowTests {
  @Test func `a fast consumer doubles the window each time it has settled it, up to the prefetch`() {
    var window = Window(most: 8)
    var sizes: [Int] = []
    for _ in 0..<5 {
      _ = window.take(at: .zero)
      sizes.append(window.size)
      for _ in 0..<window.open { window.settled(at: .zero) }
    }
    #expect(sizes == [1, 2, 4, 8, 8])
  }

  @Test func `what is asked for and not settled never exceeds the prefetch, and half of it is asked for at once`() {
    var window = Window(most: 8)
    var requests: [Int] = []
    for _ in 0..<40 {
      if let count = window.take(at: .zero) { requests.append(count) }
      #expect(window.open <= window.size && window.size <= 8)
      #expect(window.open * 2 >= window.size)
      window.settled(at: .zero)
    }
    #expect(requests.last == 4)
  }

  @Test func `a late event halves the window once, whatever was asked for before`() {
    var window = Window(most: 64)
    while window.size < 64 {
      _ = window.take(at: .zero)
      window.settled(at: .zero)
    }
    _ = window.take(at: .zero)
    while window.open > 0 { window.settled(at: .seconds(3)) }
    #expect(window.size == 32)
    #expect(window.take(at: .seconds(3)) == 32)
    window.settled(at: .seconds(6))
    #expect(window.size == 16)
    #expect(window.take(at: .seconds(6)) == nil)
  }

  @Test func `a slow line settles for what it carries in the patience`() {
    // One event each 100 ms, so 20 in two seconds.
    var (window, now) = (Window(most: 256), Duration.zero)
    var sizes: [Int] = []
    for _ in 0..<1000 {
      _ = window.take(at: now)
      now += .milliseconds(100)
      window.settled(at: now)
      sizes.append(window.size)
    }
    #expect(sizes.suffix(500).allSatisfy { 10...44 ~= $0 }, "\(sizes.suffix(100))")
  }

  @Test func `the window is never empty, and a new consumer begins with one`() {
    var window = Window(most: 4)
    for second in stride(from: 0, to: 30, by: 3) {
      #expect(window.take(at: .seconds(second)) == 1)
      window.settled(at: .seconds(second + 3))
    }
    window.settled(at: .zero)
    #expect(window.open == 0)
    window.restart(unsettled: 1, at: .seconds(30))
    #expect(window.take(at: .seconds(30)) == nil)
    window.settled(at: .seconds(30))
    #expect(window.take(at: .seconds(30)) == 2)
  }
}
