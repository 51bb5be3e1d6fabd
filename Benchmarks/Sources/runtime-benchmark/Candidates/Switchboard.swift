import BenchmarkCommand
import SubscriberWorkloads
import Switchboard

extension Candidate {
  static var switchboard: Candidate {
    Candidate("switchboard", "Switchboard's public interface", single.merging(threads) { $1 })
  }

  static var switchboardAgain: Candidate {
    Candidate("switchboard-again", "switchboard a second time; the difference is the noise of this run", single)
  }

  private static var single: [String: Measurable] {
    [switchboardEveryday, boards, bus, switchboardTasks, published(PublishedSubject.self)].reduce(signals) {
      $0.merging($1) { $1 }
    }
  }

  private static var signals: [String: Measurable] {
    [
      "subject.send": Measurable(SwitchboardSubject.self, .sendFresh),
      "subject.subscribe+dispose": Measurable(SwitchboardSubject.self, RuntimeSuite.churn),
      "operators.map+filter": Measurable(SwitchboardMapFilter.self, .sendFresh),
      "operators.six": Measurable(SwitchboardSix.self, .sendFresh),
      "replay.send": Measurable(SwitchboardReplay.self, .sendFresh),
      "behavior.send": Measurable(SwitchboardBehavior.self, .sendFresh),
      "create+subscribe+dispose": Measurable(SwitchboardCreate.self, RuntimeSuite.churn),
      "observer.send": Measurable(SwitchboardObserver.self, .sendFresh),
      "merge.send": Measurable(SwitchboardMerge.self, .sendFresh),
      "operators.flatMap": Measurable(SwitchboardFlatMap.self, .sendFresh),
      "operators.combineLatest": Measurable(SwitchboardCombineLatest.self, .sendFresh),
      "operators.zip": Measurable(SwitchboardZip.self, .sendFresh),
      "operators.debounce": Measurable(SwitchboardDebounce.self, .sendFresh),
      "property.set": Measurable(counting: SwitchboardProperty.self),
      "binding.two-way": Measurable(SwitchboardTwoWay.self, .sendFresh),
      "channel.roundtrip": Measurable(SwitchboardChannel.self, .sendFresh),
      "command.execute": Measurable(SwitchboardCommand.self, .sendFresh),
      "owners.come-and-go": Measurable(SwitchboardOwners.self, largestTimed: RuntimeSuite.timedOwners),
    ]
  }

  private static var boards: [String: Measurable] {
    [
      "board.set": Measurable(SwitchboardBoard.self, .sendFresh),
      "board.set.handle": Measurable(SwitchboardBoardHandle.self, .sendFresh),
      "board.set.unobserved": Measurable(keyed: BoardSets.self),
      "board.get": Measurable(keyed: BoardGets.self),
      "board.set.handle.unobserved": Measurable(keyed: BoardHandleSets.self),
      "board.subscribe+dispose": Measurable(SwitchboardBoard.self, RuntimeSuite.churn),
      "board.owners.come-and-go": Measurable(SwitchboardBoardOwners.self, largestTimed: RuntimeSuite.timedOwners),
    ]
  }

  private static var bus: [String: Measurable] {
    [
      "bus.dispatch": Measurable(SwitchboardBus.self, .sendFresh),
      "bus.dispatch.unheard": Measurable(keyed: UnheardEvents.self),
      "bus.dispatch.subtype": Measurable(SwitchboardBusSubtype.self, .sendFresh),
      "bus.subscribe+dispose": Measurable(SwitchboardBus.self, RuntimeSuite.churn),
      "bus.dispatch.two-threads": Measurable(onTwoThreads: BusThread.self),
    ]
  }

  private static var threads: [String: Measurable] {
    [
      "subject.send.threads": Measurable(onThreads: SharedSubject.self),
      "subject.send.one.threads": Measurable(onThreads: SharedSubjectToOne.self),
      "subject.subscribe+dispose.threads": Measurable(onThreads: SharedSubjectChurn.self),
      "property.set.threads": Measurable(onThreads: SharedProperty.self),
      "board.set.threads": Measurable(onThreads: SharedBoard.self),
      "board.get.threads": Measurable(onThreads: SharedBoardReads.self),
      "board.subscribe+dispose.threads": Measurable(onThreads: SharedBoardChurn.self),
      "bus.dispatch.threads": Measurable(onThreads: SharedBus.self),
      "bus.subscribe+dispose.threads": Measurable(onThreads: SharedBusChurn.self),
    ]
  }
}

/// The common part of the candidates that subscribe through Switchboard's public interface.
///
/// Each candidate contains its own send and its own closure literal, `{ v in sink.hit(v &+ number) }`. The literal
/// captures an object and a number and so has a context, as most handlers in programs do.
protocol SwitchboardRegistry: SubscriberRegistry where Token == Subscription {
  init()
}

extension SwitchboardRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
}

final class SwitchboardSubject: SwitchboardRegistry {
  private let subject = PublishSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardReplay: SwitchboardRegistry {
  private let subject = ReplaySubject<Int, Never>(capacity: 1)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class SwitchboardBehavior: SwitchboardRegistry {
  private let subject = BehaviorSubject<Int, Never>(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    subject.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Creates a cold signal for each subscription.
final class SwitchboardCreate: SwitchboardRegistry {
  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    let signal = Signal<Int, Never> { observer in
      observer.send(number)
      observer.sendCompleted()
      return nil
    }
    return signal.subscribe { v in sink.hit(v &+ number) }
  }
  /// Does nothing: the signal has sent its value at subscription.
  func send(_ value: Int) {}
}

/// The producer's side of a cold signal. Sound: benchmarks are single-threaded.
final class SwitchboardObserver: SwitchboardRegistry, @unchecked Sendable {
  /// Unmanaged, because a producer keeps the observer in a constant, which is not retained for a send.
  private var observer: Unmanaged<Observer<Int, Never>>?

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    let signal = Signal<Int, Never> { observer in
      self.observer = .passRetained(observer)
      return nil
    }
    return signal.subscribe { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    observer.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.send(value) }
  }

  deinit { observer?.release() }
}
