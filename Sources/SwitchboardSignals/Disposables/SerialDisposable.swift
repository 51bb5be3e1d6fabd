public import SwitchboardBroadcast

/// Holds one disposable at a time, and disposes the one that it replaces.
///
/// Unlike RACSerialDisposable, which hands the replaced one back undisposed, and like RxSwift's and ReactiveSwift's: the
/// other way leaks whenever somebody forgets.
public final class SerialDisposable: Disposable {
  private struct State {
    var isDisposed = false
    var current: (any Disposable)?
  }

  private let state = Lock(State())
  private let membership = Membership()

  public init(_ disposable: (any Disposable)? = nil) { state.withLock { $0.current = disposable } }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// The disposable that is held. Setting it disposes the previous one; once this has been disposed, the new one too.
  public var disposable: (any Disposable)? {
    get { state.withLock { $0.current } }
    set {
      let unwanted = state.withLock { state -> (any Disposable)? in
        if state.isDisposed { return newValue }
        let previous = state.current
        state.current = newValue
        return previous === newValue ? nil : previous
      }
      unwanted?.dispose()
    }
  }

  public func dispose() {
    let (isFirst, current) = state.withLock { state -> (Bool, (any Disposable)?) in
      let result = (!state.isDisposed, state.current)
      state = State(isDisposed: true, current: nil)
      return result
    }
    current?.dispose()
    if isFirst { membership.end(self) }
  }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}
