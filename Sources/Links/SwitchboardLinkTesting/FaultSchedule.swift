/// The faults that a `MemoryNetwork` makes, for tests of what a program does about them.
///
/// A seed decides all faults. So a run with a `TestScheduler` is repeated exactly by its seed, with all its faults and
/// in the same order.
///
/// ```swift
/// import SwitchboardLink
/// import SwitchboardLinkTesting
/// import SwitchboardTesting
///
/// let clock = TestScheduler()
/// let network = MemoryNetwork(scheduler: clock, faults: FaultSchedule(seed: 17, until: .seconds(20)))
/// ```
/// After ``until``, nothing goes wrong any more. A test then waits until all is delivered, and checks the outcome.
public struct FaultSchedule: Sendable, Hashable {
  /// The kinds of fault.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// A packet, which is one message on its way between a process and the network, takes up to
    /// ``FaultSchedule/longestDelay``. What comes after it on the same way waits too.
    case delay
    /// A live message does not reach one of the subscriptions.
    case lostLive
    /// A message is stored, but the confirmation does not arrive.
    case lostConfirmation
    /// A message of a consumer does not arrive. It is due again after its deadline. The request stays open.
    case lostDelivery
    /// An acknowledgement, an extension or a retry of a consumer does not arrive.
    case lostAcknowledgement
    /// A message with an identity is stored twice. The second time is recognised, and only that is confirmed.
    case repeatedStore
    /// A consumer delivers a message again while the first delivery is being handled, as soon as a member has an open
    /// request.
    case repeatedDelivery
    /// A connection is lost at the end of a partition, where it could have gone on.
    case lossAfterPartition
    /// One connection is lost. In each direction, any number of the last packets is lost. The first packets arrive: at
    /// the network they may arrive after the process has connected again.
    case reset
    /// No packet arrives anywhere for up to ``FaultSchedule/longestPartition``, and no process can connect. A
    /// connection that stalls for 10 seconds is lost.
    case partition
    /// The server starts again: all connections are lost, as in a reset. Streams and consumers stay.
    case restart
    /// After a restart, a message is not stored, because the storage is still starting. Later messages of the same
    /// connection are not stored either until this message is sent again, so that the order stays.
    case unavailable
  }

  /// The seed of all decisions. Nil only in ``none``.
  var seed: UInt64?
  /// How long after the making of the network faults may happen.
  public var until: Duration
  /// How probable a fault is at each opportunity, from 0 to 1. Kinds that are missing do not happen. The last four
  /// kinds have no rate.
  public var rates: [Fault: Double]
  /// The largest number of resets.
  public var resets: Int
  /// The largest number of network partitions.
  public var partitions: Int
  /// The largest number of restarts.
  public var restarts: Int
  /// The longest delay of a packet.
  public var longestDelay: Duration
  /// The longest partition.
  public var longestPartition: Duration
  /// The longest time after a restart in which nothing is stored.
  public var longestUnavailability: Duration

  /// No faults. Of several subscriptions of a group, each gets a message in turn.
  public static let none = FaultSchedule(
    seed: nil, until: .zero, rates: [:], resets: 0, partitions: 0, restarts: 0, longestDelay: .zero,
    longestPartition: .zero, longestUnavailability: .zero)

  /// Rates at which most messages arrive at once, and most runs meet most kinds of fault.
  public static let usualRates: [Fault: Double] = [
    .delay: 0.5, .lostLive: 0.05, .lostConfirmation: 0.05, .lostDelivery: 0.05, .lostAcknowledgement: 0.05,
    .repeatedStore: 0.05, .repeatedDelivery: 0.05, .lossAfterPartition: 0.5,
  ]

  /// Makes a schedule. O(1).
  ///
  /// - Parameters:
  ///   - seed: Decides when, where and how often each fault happens.
  ///   - until: How long after the making of the network faults may happen.
  ///   - rates: How probable each kind of fault is at each opportunity.
  ///   - resets: The largest number of resets.
  ///   - partitions: The largest number of network partitions.
  ///   - restarts: The largest number of restarts.
  ///   - longestDelay: The longest delay of a packet.
  ///   - longestPartition: The longest partition.
  ///   - longestUnavailability: The longest time after a restart in which nothing is stored.
  public init(
    seed: UInt64, until: Duration = .seconds(20), rates: [Fault: Double] = FaultSchedule.usualRates, resets: Int = 2,
    partitions: Int = 1, restarts: Int = 1, longestDelay: Duration = .milliseconds(50),
    longestPartition: Duration = .seconds(15), longestUnavailability: Duration = .seconds(2)
  ) {
    self.init(
      seed: .some(seed), until: until, rates: rates, resets: resets, partitions: partitions, restarts: restarts,
      longestDelay: longestDelay, longestPartition: longestPartition, longestUnavailability: longestUnavailability)
  }

  private init(
    seed: UInt64?, until: Duration, rates: [Fault: Double], resets: Int, partitions: Int, restarts: Int,
    longestDelay: Duration, longestPartition: Duration, longestUnavailability: Duration
  ) {
    (self.seed, self.until, self.rates) = (seed, until, rates)
    (self.resets, self.partitions, self.restarts) = (max(0, resets), max(0, partitions), max(0, restarts))
    (self.longestDelay, self.longestPartition) = (longestDelay, longestPartition)
    self.longestUnavailability = longestUnavailability
  }
}
