import OpenCombine
import SubscriberWorkloads
import Switchboard
import Synchronization

/// A value that is set while nobody observes it. The value that is read back shows that it was set.
protocol UnobservedSets: CheckedWork {
  init()
}

extension UnobservedSets {
  init(size: Int) { self.init() }
  static func sum(after runs: [Int], size: Int) -> Int { runs.last ?? 0 }
}

final class PropertySets: UnobservedSets {
  private let property = Property(0)

  var sum: Int { property.value + 1 }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ value: Int) { property.set(value) }
}

final class CurrentValueSets: UnobservedSets {
  private let subject = CurrentValueSubject<Int, Never>(0)

  var sum: Int { subject.value + 1 }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ value: Int) { subject.send(value) }
}

final class ObservedModelSets: UnobservedSets {
  private let model = ObservedModel()

  var sum: Int { model.content.value + 1 }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ value: Int) { model.content = ObservedModel.Content(value: value) }
}

/// The floor: a value under a lock.
final class LockedValueSets: UnobservedSets {
  private let value = Mutex(0)

  var sum: Int { value.withLock { $0 } + 1 }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ new: Int) { value.withLock { $0 = new } }
}
