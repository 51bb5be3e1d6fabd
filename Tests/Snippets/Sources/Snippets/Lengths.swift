import Switchboard

// What the snippets that `lengths.py` writes use beside their chains. The owners live as long as the program, because
// some of the handlers run after a snippet has returned.

nonisolated let numbers = Signal([1, 2, 3])
nonisolated let nothing = Signal<Int, Never>.empty()
nonisolated let silence = Signal<Int, Never>.never()
nonisolated let factor = Property(10)
nonisolated let bag = CompositeDisposable()
nonisolated let listener = Listener()
nonisolated let screen = Screen()
nonisolated let clerk = Clerk()

nonisolated final class Listener: Sendable {
  func hear(_ value: Int, _ heard: Heard) { heard(value) }
}

@MainActor
final class Screen {
  nonisolated init() {}
  func hear(_ value: Int, _ heard: Heard) { heard(value) }
}

actor Clerk {
  func hear(_ value: Int, _ heard: Heard) { heard(value) }
}

nonisolated func echo(_ number: Int) -> Signal<Int, Never> { .just(number) }
