import OpenCombine
import SubscriberWorkloads

/// What candidates that subscribe through OpenCombine have in common. Each writes out its own send and its own closure
/// literal, the same as ``SwitchboardRegistry`` has.
protocol OpenCombineRegistry: SubscriberRegistry where Token == AnyCancellable {
  init()
}

extension OpenCombineRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming AnyCancellable) { token.cancel() }
}
