import SwitchboardBroadcast

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
class InnerPlace: @unchecked Sendable {
  // Sound: the properties are constant, those of the subclass too.
  fileprivate final let branch: RecycledBranch
  /// The flattening around the place, if it is itself nested.
  fileprivate final let around: NestedFlattening?

  fileprivate init(_ branch: RecycledBranch, in around: NestedFlattening?) {
    (self.branch, self.around) = (branch, around)
  }

  /// The sink of the inner signal. Sound: the code that attaches an inner signal makes the place for the type of its
  /// values, and the flattening that takes the place asks for the same type.
  final func sink<Value>(of _: Value.Type) -> Sink<Value> {
    unsafe unsafeDowncast(self, to: TypedInnerPlace<Value>.self).sink
  }
}

private final class TypedInnerPlace<Value: Sendable>: InnerPlace, @unchecked Sendable {
  // Sound: see the superclass.
  /// Keeps the flattening around the place.
  let sink: Sink<Value>

  init(_ sink: Sink<Value>, _ branch: RecycledBranch, in around: NestedFlattening?) {
    self.sink = sink
    super.init(branch, in: around)
  }
}

/// What a flattening that is an inner signal of another knows of its place.
final class NestedFlattening: Sendable {
  typealias Redirect = @Sendable (InnerPlace) -> Void

  private enum Progress { case flattens, sourceEnded, leaves, passesOn }

  private struct State: Sendable {
    var place: InnerPlace
    var progress = Progress.flattens
  }

  private let state: Lock<State>
  /// The chain with which the flattening was attached.
  private let chain: RecycledBranch
  /// The sources of the flattening. Their chain is the one that holds the last inner signal.
  private let running: Join
  /// Makes the observer send to the sink of another place. Called only inside a delivery of the registry.
  private let redirect: Redirect

  init(_ place: InnerPlace, _ running: Join, redirect: @escaping Redirect) {
    state = Lock(State(place: place))
    chain = place.branch
    (self.running, self.redirect) = (running, redirect)
  }

  func sourceHasEnded() { state.withLock { $0.progress = .sourceEnded } }

  /// Leaves the way of the one inner signal that is left, after the values that the observer has accepted.
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
    if place !== own { redirect(place) }
    running.chain = place.branch
    state.withLock { state in
      swap(&state.place, &place)
      state.progress = .passesOn
    }
  }

  /// The place to which a flattening inside sends directly. Nil while this flattening does more than pass on, or still
  /// delivers: what comes from inside must stay behind that.
  private var placeBeyond: InnerPlace? {
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
  // Inlined, because inner signals may be nested in each other: each frame counts.
  @inline(__always)
  func attach(_ sink: Sink<Value>, _ branch: RecycledBranch, in around: @autoclosure () -> NestedFlattening?) {
    if branch.isDisposed { return }
    if details == nil {
      if isFlattening { makePlace(sink, branch, in: around()) }
      return attach(sink, branch)
    }
    guard let last = lastInTurn(sink, branch) else { return }
    if last.isFlattening { makePlace(sink, branch, in: around()) }
    last.attach(sink, branch)
  }

  @inline(never)
  private func makePlace(_ sink: Sink<Value>, _ branch: RecycledBranch, in around: NestedFlattening?) {
    branch.place = TypedInnerPlace(sink, branch, in: around)
  }
}
