public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  @inlinable
  func flatMapSwitching<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(isFlattening: true) { sink, chain in
      let current = CurrentNumber()
      let flattening = Flattening<(number: Int, value: Output), Output>(sink, chain) { sink in
        // A newer signal may have been taken up between the acceptance of the value and its delivery.
        { if $0.number == current.load() { sink.value($0.value) } }
      }
      let running = RunningInner(in: chain)
      // The outer sink holds `last`, and the flattening does not, because an inner keeps the flattening alive.
      let last = SerialState<SwitchedInner<Output>?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = transform(value).untyped
        if flattening.hasEnded { return }
        let number = current.advance()
        let inner = SwitchedInner.following(last.value.take(), running, flattening)
        inner.number = number
        running.set(inner.branch)
        inner.attach(signal)
        _ = flattening.hasEndedWithin(inner.branch)
        last.value = inner
      }
    }
  }
}

/// One of the signals that follow each other. Marks each value with the number of its signal.
@usableFromInline
final class SwitchedInner<Value: Sendable>: @unchecked Sendable {
  // Sound: `number` changes only while the object has one owner. `branch` is constant; only a variable can be asked
  // whether it is the one reference.
  @usableFromInline let flattening: Flattening<(number: Int, value: Value), Value>
  @safe @exclusivity(unchecked) @usableFromInline var branch: RecycledBranch
  @safe @exclusivity(unchecked) @usableFromInline var number = 0

  @inlinable
  init(_ flattening: Flattening<(number: Int, value: Value), Value>) {
    self.flattening = flattening
    branch = flattening.recycledBranch()
  }

  /// Ends `previous`, and returns an inner for the next signal: the same object, if nothing else uses it any more.
  @inlinable @inline(never)
  static func following(
    _ previous: consuming SwitchedInner?, _ running: RunningInner,
    _ flattening: Flattening<(number: Int, value: Value), Value>
  ) -> SwitchedInner {
    guard var previous else { return SwitchedInner(flattening) }
    flattening.drop(previous.branch)
    running.set(nil)
    guard isKnownUniquelyReferenced(&previous), isKnownUniquelyReferenced(&previous.branch) else {
      return SwitchedInner(flattening)
    }
    previous.branch.renew()
    return previous
  }

  @inlinable func end(_ terminal: Terminal) { flattening.end(branch, terminal) }

  @inlinable @inline(never)
  func attach(_ signal: Signal<Value, any Error>) {
    signal.attach(
      Sink(
        value: { self.flattening.observer.send((self.number, $0)) },
        terminal: { self.end($0) }), branch, in: flattening.nested)
  }
}

/// The branch of the signal that runs at present. Ends with the chain.
@usableFromInline
final class RunningInner: Disposable, DisposableObject {
  private struct State {
    var branch: RecycledBranch?
    var isDisposed = false
  }

  private let state = Lock(State())

  @usableFromInline init(in chain: Chain) { chain.add(self) }

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }
  var branch: RecycledBranch? { state.withLock { $0.branch } }

  /// Replaces the branch. Ends the new branch if the chain has ended.
  @usableFromInline
  func set(_ branch: RecycledBranch?) {
    let (old, hasEnded) = state.withLock { state -> (RecycledBranch?, Bool) in
      if state.isDisposed { return (nil, true) }
      let old = state.branch
      state.branch = branch
      return (old, false)
    }
    keepAlive(old)
    if hasEnded { branch?.dispose() }
  }

  @usableFromInline
  func dispose() {
    let branch = state.withLock { state -> RecycledBranch? in
      state.isDisposed = true
      return state.branch.take()
    }
    branch?.dispose()
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
