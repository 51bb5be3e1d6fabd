import BenchmarkCommand
import Observation
import SubscriberWorkloads

extension Candidate {
  static var observation: Candidate {
    var measurables = [
      "property.set": Measurable(counting: TrackedModel.self),
      "property.set.unobserved": Measurable(checked: ObservedModelSets.self),
      "property.set.observers": Measurable(counting: TrackedModel.self),
    ]
    if #available(macOS 26, iOS 26, *) {
      measurables["async.property"] = Measurable(counting: ObservationsOfModel.self)
    }
    let tracking = """
      Observation tells a handler once, before the change, that there will be one: the operation includes the read of \
      the new value and the next withObservationTracking.
      """
    return Candidate(
      "observation", "Observation of the standard library", measurables,
      notes: [
        "property.set": tracking,
        "property.set.unobserved": "Observation: a property of an object that nobody tracks.",
        "property.set.observers": tracking,
        "async.property": "Observation: Observations, which read the property again after each change.",
      ])
  }
}

/// Sound: one thread runs everything.
@Observable
final class ObservedModel: @unchecked Sendable {
  /// A value that cannot be compared. Observation leaves out a change to an equal value.
  struct Content {
    var value: Int
  }

  var content = Content(value: 0)
}

/// A property with a handler that follows it.
final class TrackedModel: SubscriberRegistry {
  private let model = ObservedModel()
  private var followers: [Follower] = []

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Follower {
    let follower = Follower(model) { v in sink.hit(v &+ number) }
    followers.append(follower)
    return follower
  }
  func unsubscribe(_ token: consuming Follower) { followers.removeAll { $0 === token } }
  @inline(never) func send(_ value: Int) {
    model.content = ObservedModel.Content(value: value)
    for follower in followers { follower.follow() }
  }

  /// Sound: one thread runs everything.
  final class Follower: @unchecked Sendable {
    private let model: ObservedModel
    private let handler: (Int) -> Void
    private var isStale = false

    init(_ model: ObservedModel, _ handler: @escaping (Int) -> Void) {
      self.model = model
      self.handler = handler
      _ = track()
    }

    /// Calls the handler if the property has changed.
    func follow() {
      guard isStale else { return }
      isStale = false
      handler(track())
    }

    private func track() -> Int {
      withObservationTracking {
        model.content.value
      } onChange: { [weak self] in
        self?.isStale = true
      }
    }
  }
}

@available(macOS 26, iOS 26, *)
final class ObservationsOfModel: TaskRegistry {
  private let model = ObservedModel()
  private let executor = ManualExecutor.ofAllTasks

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Reader {
    Reader(executor) { [model] in
      var isFirst = true
      for await v in Observations({ model.content.value }) {
        // The first value is the value at the start, and no change.
        if !isFirst { sink.hit(v &+ number) }
        isFirst = false
      }
    }
  }
  @inline(never) func send(_ value: Int) {
    model.content = ObservedModel.Content(value: value)
    executor.runAll()
  }
}
