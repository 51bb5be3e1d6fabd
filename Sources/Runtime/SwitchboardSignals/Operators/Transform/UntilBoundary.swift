import SwitchboardBroadcast

extension SignalProtocol {
  /// Collects values, and sends them in one array whenever `boundary` sends a value. On completion, sends the remaining
  /// values in a last array. An error discards the remaining values.
  ///
  /// Never sends an empty array. The end of the boundary closes nothing: an error of the boundary is ignored, as in
  /// `take(until:)`, and the values that come later are in the last array. Subscribes to the boundary first.
  /// Deliveries are serial, whatever threads the two signals send on (promise R6).
  ///
  /// Cost: a short lock per value; one array and one send through an observer per array. Keeps the values until the
  /// boundary sends, however many come: see ``buffer(for:limit:on:)`` for a limit.
  ///
  /// Source: RxJS `buffer`, ReactiveX `buffer` with a boundary.
  ///
  /// - Parameter boundary: Each of its values has the waiting values sent. What its values are does not matter.
  public func buffer<Boundary: SignalProtocol>(until boundary: Boundary) -> Signal<[Value], Failure> {
    let (source, boundary) = (signal, boundary.signal)
    return Signal<[Value], Failure>(attach: { sink, chain in
      // Guarded by the observer's lock.
      let kept = KeptValues(Value.self)
      let observer = Observer(sink, partOf: chain)
      let close: @Sendable () -> Void = {
        observer.broadcaster.send(if: { !kept.isEmpty }) { kept.values.moveAll() }
      }
      boundary.attach(to: chain, close)
      let branch = observer.branch(of: chain, isAccompanied: true)
      source.attach(
        Sink(
          value: { value in observer.broadcaster.withLock { _ = kept.values.append(value) } },
          terminal: { terminal in
            branch.leave(chain)
            if !terminal.isError { close() }
            observer.send(terminal)
          }), branch)
    })
  }

  /// Sends a window, which is a signal, when a value comes and no window is open. The window sends the values that come
  /// until `boundary` sends a value, and then completes.
  ///
  /// See ``window(count:)``. A value of the boundary does nothing while no window is open, and the end of the boundary
  /// closes nothing: an error of the boundary is ignored, as in `take(until:)`. Subscribes to the boundary first. The
  /// deliveries of each window are serial, whatever threads the two signals send on (promise R6). A value that comes
  /// while another thread closes a window is in the next window.
  ///
  /// Cost: a short lock and one send through a subject per value, one subject per window.
  ///
  /// Source: RxJS `window`, ReactiveX `window` with a boundary.
  ///
  /// - Parameter boundary: Each of its values closes the open window. What its values are does not matter.
  public func window<Boundary: SignalProtocol>(until boundary: Boundary) -> Signal<Signal<Value, Failure>, Failure> {
    let (source, boundary) = (signal, boundary.signal)
    return Signal<Signal<Value, Failure>, Failure>(attach: { sink, chain in
      let open = Lock<PublishSubject<Value, Failure>?>(nil)
      boundary.attach(to: chain) { open.exchange(nil)?.sendCompleted() }
      source.attach(
        Sink(
          value: { value in
            if let window = open.withLock({ $0 }), window.accepts(value) { return }
            let window = PublishSubject<Value, Failure>(partOf: chain, as: Operator.self)
            sink.value(window.signal)
            // Not open before its first value: a boundary would close an empty window, and the value would be lost.
            if !chain.isDisposed { window.broadcaster.send(value) { open.withLock { $0 = window } } }
          },
          terminal: { terminal in
            open.exchange(nil)?.send(terminal)
            if !chain.isDisposed { sink.terminal(terminal) }
          }), chain)
    })
  }
}

extension Signal {
  /// Subscribes to this signal as a boundary, without which the signal of `chain` can do.
  fileprivate func attach(to chain: Chain, _ close: @escaping @Sendable () -> Void) {
    let side = chain.side()
    attach(Sink(value: { _ in close() }, terminal: { _ in side.leave(chain) }), side)
  }
}

extension PublishSubject {
  /// Sends `value`, and returns whether that came before the end.
  func accepts(_ value: Value) -> Bool {
    var isAccepted = false
    broadcaster.send(value) { isAccepted = true }
    return isAccepted
  }
}
