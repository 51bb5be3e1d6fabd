internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// Receives durable events of one type for one group. Each partition with an order of its own has a lane.
final class DurableReceiver: LinkReceiver, @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let lanes: [DurableLane]
  private(set) var isStopped = false

  init(_ lanes: [DurableLane]) { self.lanes = lanes }

  var isIdle: Bool { lanes.allSatisfy(\.isIdle) }

  var setup: ReceiverSetup {
    var isPending = false
    for lane in lanes {
      switch lane.setup {
      case .failed: return lane.setup
      case .pending: isPending = true
      case .ready: break
      }
    }
    return isPending ? .pending : .ready
  }

  func connected(_ connection: any TransportConnection) { for lane in lanes { lane.connected(connection) } }
  func lost() { for lane in lanes { lane.lost() } }
  func streamsChanged() { for lane in lanes { lane.openIfPossible() } }
  func subscriptionsChanged() { for lane in lanes { lane.openIfPossible() } }
  func consumerEnded(_ consumer: ConsumerSettings, _ error: TransportError) {
    for lane in lanes { lane.consumerEnded(consumer, error) }
  }

  func stop() {
    isStopped = true
    for lane in lanes { lane.stop() }
  }
}

/// What a program has chosen for the durable events of one group.
struct DurableReception: Sendable {
  let type: WireType
  let stream: String
  let group: String
  let retry: RetryPolicy
  let prefetch: Int
  let place: ReceivingPlace
  let deadLetters: DeadLetters
  let notes: Notes
  /// Where events that come again are handled, one at a time.
  let slot: HandlingSlot
}
