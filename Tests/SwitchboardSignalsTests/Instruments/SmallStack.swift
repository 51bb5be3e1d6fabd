import Foundation
import SwitchboardTestSupport
import Testing

/// Runs `body` on a thread with a stack of 512 KB.
///
/// - Parameter factor: How much larger the stack is in builds whose frames are larger: for debugging, and for a
///   sanitizer.
func onSmallStack(factor: Int = 1, _ body: @escaping @Sendable () -> Void) {
  let ended = Gate()
  let thread = Thread {
    body()
    ended.open()
  }
  let isOptimised = !isDebugBuild && !isUnderThreadSanitizer && !isUnderAddressSanitizer
  thread.stackSize = 512 * 1024 * (isOptimised ? 1 : factor)
  thread.start()
  ended.wait()
}
