import SwitchboardBroadcast
import Synchronization

/// What few signals have: a name, or a successor that takes the place of the signal.
///
/// A signal with a successor (`concat`, `catch`, `deferred`) begins by its `beginning` and continues as another signal.
/// That signal may in turn have a successor. A loop subscribes to all of them, so the stack does not grow with the
/// number of successors.
@usableFromInline
final class SignalDetails<Value: Sendable>: @unchecked Sendable {
  // Sound: `parts` changes only while no other code has this object.

  /// The signals of a `concat`.
  struct Parts: Sendable {
    let first, next: Signal<Value, any Error>
    init(_ first: Signal<Value, any Error>, _ next: Signal<Value, any Error>) {
      (self.first, self.next) = (first, next)
    }
  }

  /// Subscribes to the beginning of the signal. Returns the successor, which the caller subscribes to. Returns nil if
  /// the successor is not known yet, or if there is none.
  typealias Beginning =
    @Sendable (SignalDetails, Sink<Value>, Chain) -> Signal<Value, any Error>?

  @usableFromInline let name: String?
  let beginning: Beginning?
  var parts: Parts?

  init(name: String? = nil, parts: Parts? = nil, beginning: Beginning?) {
    (self.name, self.parts, self.beginning) = (name, parts, beginning)
  }

  // A loop, because otherwise the release of a long row of signals would end the stack.
  deinit {
    if parts == nil { return }
    var rest: [SignalDetails] = []
    moveParts(to: &rest)
    while var details = rest.popLast() {
      if isKnownUniquelyReferenced(&details) { details.moveParts(to: &rest) }
    }
  }

  /// Releases the parts, except for their details, which move to `rest`.
  private func moveParts(to rest: inout [SignalDetails]) {
    guard let parts = self.parts.take() else { return }
    for part in [parts.first, parts.next] {
      if let details = part.details, details.parts != nil { rest.append(details) }
    }
  }
}

extension Signal {
  /// Makes a signal that has a successor.
  init(parts: SignalDetails<Value>.Parts? = nil, beginning: @escaping SignalDetails<Value>.Beginning) {
    let details = SignalDetails(parts: parts, beginning: beginning)
    (checksChain, isFlattening) = (false, false)
    attach = { sink, chain in
      if let next = beginning(details, sink, chain) { next.attachInTurn(sink, chain) }
    }
    self.details = details
  }

  /// Connects a sink to this signal, and to its successors for as long as each is known when the signal before it has
  /// been subscribed to.
  func attachInTurn(_ sink: Sink<Value>, _ chain: Chain) { lastInTurn(sink, chain)?.attach(sink, chain) }

  /// Connects a sink to this signal and its successors, except for the last. Returns the last, or nil if it is not
  /// known yet, or if the chain has ended.
  @usableFromInline
  func lastInTurn(_ sink: Sink<Value>, _ chain: Chain) -> Signal<Value, any Error>? {
    var signal = untyped
    while !chain.isDisposed {
      guard let details = signal.details, let beginning = details.beginning else { return signal }
      guard let next = beginning(details, sink, chain) else { return nil }
      signal = next
    }
    return nil
  }
}

/// The meeting of a signal's end with the return of the subscription to the signal. Whichever comes second continues
/// with the successor.
final class Succession<Value: Sendable>: @unchecked Sendable {
  // Sound: `next` is written before the end is noted in `hasFirst`, and read after that.
  let hasFirst = Atomic<Bool>(false)
  @safe @exclusivity(unchecked) var next: Signal<Value, any Error>?

  init() {}

  /// Notes the end of the signal. Returns whether the subscription has returned, so that the caller continues.
  func ends(with next: Signal<Value, any Error>) -> Bool {
    self.next = next
    return hasFirst.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Notes the return of the subscription. Returns the successor if the signal has ended, so that the caller continues.
  func returns() -> Signal<Value, any Error>? { hasFirst.exchange(true, ordering: .acquiringAndReleasing) ? next : nil }
}
