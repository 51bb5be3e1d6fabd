import SubscriberWorkloads

/// Signals with `size` listeners each. References are unmanaged, so that the loops over them retain nothing.
final class Crowd<Signal: PublishedSignal> {
  private let size: Int
  private let count: Int
  private let signals: UnsafeMutablePointer<Unmanaged<Signal>>
  private let listeners: UnsafeMutablePointer<Unmanaged<Signal.Listener>>

  /// Creates signals without listeners.
  init(size: Int, count: Int = 1) {
    self.size = size
    self.count = count
    signals = .allocate(capacity: count)
    listeners = .allocate(capacity: count * size)
    addSignals()
  }

  /// The listeners must have gone.
  deinit {
    removeSignals()
    signals.deallocate()
    listeners.deallocate()
  }

  /// Replaces all signals by new signals. The listeners must have gone.
  func renewSignals() {
    removeSignals()
    addSignals()
  }

  private func addSignals() {
    for index in 0..<count { (signals + index).initialize(to: .passRetained(Signal(capacity: size))) }
  }

  private func removeSignals() {
    for index in 0..<count { signals[index].release() }
  }

  @inline(never) func makeListeners() {
    for index in 0..<count * size { (listeners + index).initialize(to: .passRetained(Signal.Listener())) }
  }

  @inline(never) func connect() {
    for index in 0..<count {
      let first = listeners + index * size
      signals[index]._withUnsafeGuaranteedRef { signal in
        for position in 0..<size { first[position]._withUnsafeGuaranteedRef { signal.connect($0) } }
      }
    }
  }

  /// Emits once with each signal.
  @inline(never) func emit(_ generator: Minstd) {
    for index in 0..<count { signals[index]._withUnsafeGuaranteedRef { $0.emit(generator) } }
  }

  /// Releases all listeners, which disconnects them.
  @inline(never) func dropListeners() {
    for index in 0..<count * size { listeners[index].release() }
  }

  /// Makes n listeners, connects them, emits once, and drops the listeners; `loops` times.
  @inline(never) func combine(_ loops: Int, _ generator: Minstd) {
    for _ in 0..<loops {
      makeListeners()
      connect()
      emit(generator)
      dropListeners()
    }
  }

  /// The validation of the published definition: n times, a fresh signal emits to n listeners, and emits again after
  /// they have gone. Throws unless the handlers have run exactly n · n times.
  static func validate(n: Int) throws(FailedCheck) {
    let generator = Minstd.make()
    defer { generator.deallocate() }
    for _ in 0..<n {
      let crowd = Crowd(size: n)
      crowd.makeListeners()
      crowd.connect()
      crowd.emit(generator)
      crowd.dropListeners()
      if Signal.canDisconnect { crowd.emit(generator) }
    }
    guard generator.hasDone(n * n) else {
      throw FailedCheck(
        """
        \(n) times \(n) listeners were connected, got one emission, and were dropped: the handlers did not run \
        \(n * n) times
        """
      )
    }
  }
}

/// A part of a shared signal's listeners, which belongs to one thread.
final class ThreadCrowd<Signal: PublishedSignal> {
  private let signal: Signal
  private let size: Int
  private let listeners: UnsafeMutablePointer<Unmanaged<Signal.Listener>>
  private let generator = Minstd.make()

  init(_ signal: Signal, size: Int) {
    self.signal = signal
    self.size = size
    listeners = .allocate(capacity: size)
  }

  deinit {
    listeners.deallocate()
    generator.deallocate()
  }

  @inline(never) func combine(_ loops: Int) {
    for _ in 0..<loops {
      for index in 0..<size { (listeners + index).initialize(to: .passRetained(Signal.Listener())) }
      for index in 0..<size { listeners[index]._withUnsafeGuaranteedRef { signal.connect($0) } }
      signal.emit(generator)
      for index in 0..<size { listeners[index].release() }
    }
  }
}
