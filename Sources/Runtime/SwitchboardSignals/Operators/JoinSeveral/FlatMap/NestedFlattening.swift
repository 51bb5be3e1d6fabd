public import SwitchboardBroadcast

// A flattening may be an inner signal of another flattening, as in a function that calls itself:
//
//     func poll() -> Signal<Int, Never> { later().flatMap { _ in poll() } }
//
// When its source has completed and one inner signal is left, such a flattening only passes on. It then leaves: its
// inner signal moves to the chain that held it, and a flattening inside sends around it. So the stack is as deep, and
// as much is kept, for a million levels as for two.
//
//     outermost ◀── place ◀── passes on ◀── place ◀── newest ◀── source
//     outermost ◀── place ◀──────────────────────── newest ◀── source

/// The place of an inner signal: where its values go, and the chain that ends it.
@usableFromInline
final class InnerPlace<Value: Sendable>: Sendable {
  /// The sink of the inner signal. Keeps the flattening around the place.
  fileprivate let sink: Sink<Value>
  fileprivate let branch: RecycledBranch
  /// The flattening around the place, if it is itself nested.
  fileprivate let around: NestedFlattening<Value>?

  @usableFromInline
  init(_ sink: Sink<Value>, _ branch: RecycledBranch, in around: NestedFlattening<Value>?) {
    (self.sink, self.branch, self.around) = (sink, branch, around)
  }
}

/// What a flattening that is an inner signal of another knows of its place.
@usableFromInline
final class NestedFlattening<Output: Sendable>: Sendable {
  @usableFromInline typealias Place = InnerPlace<Output>
  @usableFromInline typealias Redirect = @Sendable (Sink<Output>) -> Void

  private enum Progress { case flattens, sourceEnded, leaves, passesOn }

  private struct State: Sendable {
    var place: Place
    var progress = Progress.flattens
  }

  private let state: Lock<State>
  /// The chain with which the flattening was attached.
  private let chain: RecycledBranch
  /// The sources of the flattening. Their chain is the one that holds the last inner signal.
  private let running: Join
  /// Makes the observer send to another sink. Called only inside a delivery of the registry.
  private let redirect: Redirect
  @usableFromInline
  init(_ place: Place, _ running: Join, redirect: @escaping Redirect) {
    state = Lock(State(place: place))
    chain = place.branch
    (self.running, self.redirect) = (running, redirect)
  }

  @usableFromInline func sourceHasEnded() { state.withLock { $0.progress = .sourceEnded } }

  /// Leaves the way of the one inner signal that is left, after the values that the observer has accepted.
  @usableFromInline
  func leave() {
    let isFirst = state.withLock { state in
      defer { if state.progress == .sourceEnded { state.progress = .leaves } }
      return state.progress == .sourceEnded
    }
    if isFirst { running.registry.perform { self.passOn() } }
  }

  private func passOn() {
    guard !chain.isDisposed, let inner = chain.soleInner() else { return }
    let own = state.withLock { $0.place }
    var place = own
    while let around = place.around, let beyond = around.placeBeyond {
      // What happens to these chains says nothing of the place any more: the inner signal moves on.
      chain.handOver()
      around.chain.handOver()
      around.running.chain?.remove(place.branch)
      place = beyond
    }
    place.branch.add(inner.branch)
    inner.leave()
    if place !== own { redirect(place.sink) }
    running.chain = place.branch
    state.withLock { state in
      swap(&state.place, &place)
      state.progress = .passesOn
    }
  }

  /// The place to which a flattening inside sends directly. Nil while this flattening does more than pass on, or still
  /// delivers: what comes from inside must stay behind that.
  private var placeBeyond: Place? {
    let state = state.withLock { $0 }
    return state.progress == .passesOn && running.registry.isIdle ? state.place : nil
  }
}

extension Chain {
  /// Returns the inner signal that runs in the flattening to which this chain belongs, and what releases the signal
  /// from that flattening without ending it.
  fileprivate func soleInner() -> (branch: RecycledBranch, leave: () -> Void)? {
    for object in objects {
      if let running = object as? RunningInner {
        if let branch = running.branch { return (branch, { running.set(nil) }) }
      } else if let bag = object as? CompositeDisposable {
        for case let branch as RecycledBranch in bag.members where branch.isRunning {
          return (branch, { bag.remove(Subscription(branch)) })
        }
      }
    }
    return nil
  }
}

extension Signal {
  /// Connects an inner signal. If the signal is itself a flattening, `branch` tells it its place.
  @inlinable
  func attach(
    _ sink: Sink<Value>, _ branch: RecycledBranch,
    in around: @autoclosure () -> NestedFlattening<Value>?
  ) {
    if branch.isDisposed { return }
    if details == nil, !isFlattening { attach(sink, branch) } else { attachNested(sink, branch, in: around()) }
  }

  @inlinable @inline(never)
  func attachNested(
    _ sink: Sink<Value>, _ branch: RecycledBranch, in around: NestedFlattening<Value>?
  ) {
    guard let last = lastInTurn(sink, branch) else { return }
    if last.isFlattening { branch.place = InnerPlace(sink, branch, in: around) }
    last.attach(sink, branch)
  }
}
