public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the value at `index`, counted from 0, and completes. Completes without a value if the signal sends too few
  /// values. Source: RxSwift element(at:), Combine output(at:).
  ///
  /// - Precondition: `index` is not negative.
  @inlinable
  public func element(at index: Int) -> Signal<Value, Failure> {
    require(index >= 0, "there is no value at a negative index; use 0 or more")
    return skip(index).take(1)
  }
}
