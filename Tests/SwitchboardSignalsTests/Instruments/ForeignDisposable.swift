import Switchboard
import SwitchboardTestSupport

/// A disposable class that the library does not know. It cannot tell a bag that it has ended.
final class ForeignDisposable: Disposable {
  private let flag = Guarded(false)
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void = {}) { self.action = action }

  var isDisposed: Bool { flag.current }
  func dispose() {
    let isFirst = flag.with { flag in
      defer { flag = true }
      return !flag
    }
    if isFirst { action() }
  }
}

/// A disposable class whose `isDisposed` runs code of the test.
final class AskedDisposable: Disposable {
  private let flag = Guarded(false)
  private let onQuestion: @Sendable () -> Void

  init(_ onQuestion: @escaping @Sendable () -> Void) { self.onQuestion = onQuestion }

  var isDisposed: Bool {
    onQuestion()
    return flag.current
  }
  func dispose() { end() }
  /// Ends the disposable, which does not tell its bag.
  func end() { flag.set(true) }
}
