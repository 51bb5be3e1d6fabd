import Switchboard

private let clock = PublishSubject<Int, Never>(name: "clock")

/// Subscribes in three lines, and disposes the subscription of the second line.
func endWithSubscriptions() {
  for _ in 0..<2 { clock.subscribe { _ in } }
  let disposed = clock.subscribe { _ in }
  clock.map { $0 + 1 }.subscribe { _ in }
  disposed.dispose()
}
