import OpenCombine
import SubscriberWorkloads

/// The common part of the candidates that subscribe through OpenCombine. Each candidate contains its own send and its
/// own closure literal, as in ``SwitchboardRegistry``.
protocol OpenCombineRegistry: SubscriberRegistry where Token == AnyCancellable {
  init()
}

extension OpenCombineRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming AnyCancellable) { token.cancel() }
}
