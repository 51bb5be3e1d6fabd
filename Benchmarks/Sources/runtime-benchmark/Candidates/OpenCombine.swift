import BenchmarkCommand
import OpenCombine
import SubscriberWorkloads

extension Candidate {
  static var openCombine: Candidate {
    Candidate(
      "opencombine", "OpenCombine 0.14.0, which also accounts for demand",
      [
        "subject.send": Measurable(OpenCombineSubject.self, .sendFresh),
        "subject.subscribe+dispose": Measurable(OpenCombineSubject.self, RuntimeSuite.churn),
        "operators.map+filter": Measurable(OpenCombineMapFilter.self, .sendFresh),
        "operators.six": Measurable(OpenCombineSix.self, .sendFresh),
        "replay.send": Measurable(OpenCombineCurrentValue.self, .sendFresh),
        "behavior.send": Measurable(OpenCombineCurrentValue.self, .sendFresh),
        "create+subscribe+dispose": Measurable(OpenCombineDeferred.self, RuntimeSuite.churn),
        "observer.send": Measurable(OpenCombineSubject.self, .sendFresh),
        "merge.send": Measurable(OpenCombineMerge.self, .sendFresh),
        "operators.flatMap": Measurable(OpenCombineFlatMap.self, .sendFresh),
        "operators.zip": Measurable(OpenCombineZip.self, .sendFresh),
        "operators.debounce": Measurable(OpenCombineDebounce.self, .sendFresh),
        "property.set": Measurable(counting: OpenCombineCurrentValue.self),
        "subject.send.threads": Measurable(onThreads: SharedPassthrough.self),
        "subject.send.one.threads": Measurable(onThreads: SharedPassthroughToOne.self),
        "subject.subscribe+dispose.threads": Measurable(onThreads: SharedPassthroughChurn.self),
        "property.set.threads": Measurable(onThreads: SharedCurrentValue.self),
        "owners.come-and-go": Measurable(OpenCombineOwners.self, largestTimed: RuntimeSuite.timedOwners),
        "async.values": Measurable(counting: OpenCombineValues.self),
        "async.values.burst": Measurable(counting: OpenCombineValuesBurst.self),
        "async.share": Measurable(counting: OpenCombineValues.self),
        "async.property": Measurable(counting: OpenCombinePropertyValues.self),
      ].merging(openCombineEveryday) { $1 }.merging(published(PublishedPassthrough.self)) { $1 },
      notes: [
        "subject.send": "OpenCombine: PassthroughSubject.",
        "replay.send": "OpenCombine has no replay subject: CurrentValueSubject, which also keeps one value.",
        "behavior.send": "OpenCombine: CurrentValueSubject.",
        "create+subscribe+dispose": """
        OpenCombine has no publisher made of a closure that sends: Deferred of Just, which runs a closure and needs no \
        subject.
        """,
        "observer.send": "OpenCombine gives its producers a subject to send through: PassthroughSubject.",
        "merge.send": "OpenCombine has no merge: flatMap over a sequence of the two.",
        "operators.flatMap": "OpenCombine: flatMap to Just.",
        "operators.combineLatest": "OpenCombine has no combineLatest.",
        "operators.debounce": """
        OpenCombine has no virtual time: its debounce runs on a scheduler with room for one job, which does less work \
        than TestScheduler.
        """,
        "property.set": "OpenCombine: CurrentValueSubject.",
        "owners.come-and-go": """
        OpenCombine: a cancellable that the object holds, and a weak reference to the object in the handler.
        """,
        "async.values": "OpenCombine: the values of a PassthroughSubject, each demanded by the task.",
        "async.values.burst": "OpenCombine: the subject with a buffer of eight values.",
        "async.share": "OpenCombine: the values of one PassthroughSubject, for each task.",
        "async.property": "OpenCombine: the values of a CurrentValueSubject.",
      ].merging(openCombineEverydayNotes) { $1 })
  }
}

/// The common part of the candidates that subscribe through OpenCombine. Each candidate contains its own send and its
/// own closure literal, as in ``SwitchboardRegistry``.
protocol OpenCombineRegistry: SubscriberRegistry where Token == AnyCancellable {
  init()
}

extension OpenCombineRegistry {
  init(capacity: Int) { self.init() }
  func unsubscribe(_ token: consuming AnyCancellable) { token.cancel() }
}

final class OpenCombineSubject: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineCurrentValue: OpenCombineRegistry {
  private let subject = CurrentValueSubject<Int, Never>(0)

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineMapFilter: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.map { $0 &+ 1 }.filter { $0 != .min }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineSix: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    // In two parts, because the type checker is slow on the whole chain.
    let three = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }
    return three.scan(0) { $0 &+ $1 }.map { $0 &- 1 }.filter { $0 != .min }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// OpenCombine has no merge. Flattening a sequence of the two subjects has the same effect.
final class OpenCombineMerge: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let other = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    [subject, other].publisher.flatMap { $0 }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

/// Creates a cold publisher for each subscription. OpenCombine has no publisher made of a closure that sends.
/// `Deferred` is the cheapest publisher that runs a closure for each subscription.
final class OpenCombineDeferred: OpenCombineRegistry {
  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    Deferred { Just(number) }.sink { v in sink.hit(v &+ number) }
  }
  /// Does nothing: the publisher has sent its value at subscription.
  func send(_ value: Int) {}
}

final class OpenCombineFlatMap: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.flatMap { Just($0) }.sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) { subject.send(value) }
}

final class OpenCombineZip: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let other = PassthroughSubject<Int, Never>()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.zip(other).sink { v in sink.hit(v.0 &+ v.1 &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    other.send(value)
  }
}

final class OpenCombineDebounce: OpenCombineRegistry {
  private let subject = PassthroughSubject<Int, Never>()
  private let scheduler = OneJobScheduler()

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> AnyCancellable {
    subject.debounce(for: .milliseconds(10), scheduler: scheduler).sink { v in sink.hit(v &+ number) }
  }
  @inline(never) func send(_ value: Int) {
    subject.send(value)
    scheduler.advance(by: .milliseconds(10))
  }
}

final class OpenCombineOwners: OwnedSubscribers {
  final class Owner {
    var subscription: AnyCancellable?
    @inline(never) func hit(_ value: Int) {}
  }

  private let subject = PassthroughSubject<Int, Never>()

  @inline(never) func makeOwner() -> Owner {
    let owner = Owner()
    owner.subscription = subject.sink { [weak owner] v in owner?.hit(v) }
    return owner
  }
  var holdings: Holdings? { nil }
}
