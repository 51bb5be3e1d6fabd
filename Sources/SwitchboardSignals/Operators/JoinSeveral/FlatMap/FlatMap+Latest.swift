public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  @inlinable
  func flatMapSwitching<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let current = CurrentNumber()
      let flattening = Flattening<(number: Int, value: Output), Failure>(
        sink, chain,
        {
          // A newer signal may have been taken up between the acceptance of the value and its delivery.
          if $0.number == current.load() { sink.value($0.value) }
        })
      let observer = flattening.observer
      let last = SerialState<Branch?>(nil)
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let inner = transform(value)
        if flattening.hasEnded { return }
        let number = current.advance()
        let branch = flattening.makeBranch()
        let previous = last.value
        last.value = branch
        if let previous { flattening.drop(previous) }
        flattening.attach(inner, branch, { observer.send((number, $0)) })
      }
    })
  }

  @inlinable
  func flatMapExhausting<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      let observer = flattening.observer
      let last = SerialState<Branch?>(nil)
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        // A signal that has ended, with or without a terminal event, makes room for the next signal.
        if let branch = last.value, !branch.isDisposed { return }
        let inner = transform(value)
        if flattening.hasEnded { return }
        let branch = flattening.makeBranch()
        last.value = branch
        flattening.attach(inner, branch, { observer.send($0) })
      }
    })
  }
}

/// The number of the signal whose values are delivered.
@usableFromInline
final class CurrentNumber: Sendable {
  @usableFromInline let number = Atomic<Int>(0)
  @inlinable init() {}
  @inlinable func load() -> Int { number.load(ordering: .acquiring) }
  @inlinable func advance() -> Int { number.add(1, ordering: .acquiringAndReleasing).newValue }
}
