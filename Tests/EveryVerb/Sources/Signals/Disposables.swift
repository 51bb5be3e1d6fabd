import Switchboard
import Synchronization

/// A disposable value that the library does not know.
private struct ForeignValue: Disposable {
  let content = Foreign()
  var isDisposed: Bool { content.isDisposed }
  func dispose() { content.dispose() }
}

/// A disposable class that the library does not know.
private final class Foreign: Disposable {
  private let flag = Atomic(false)
  var isDisposed: Bool { flag.load(ordering: .acquiring) }
  func dispose() { flag.store(true, ordering: .releasing) }
}

func disposables() {
  let ended = Log<String>()
  let action = ActionDisposable { ended.add("action") }
  check(!action.isDisposed, "an action has not run")
  action.dispose()
  action.dispose()
  check(action.isDisposed, "the action is disposed after dispose")
  check(ended.entries, is: ["action"], "once")

  let flag = ActionDisposable {}
  flag.dispose()
  check(flag.isDisposed, "a flag is set")

  let (first, second, third) = (ActionDisposable {}, ActionDisposable {}, Foreign())
  let serial = SerialDisposable(first)
  check(serial.disposable as? ActionDisposable === first, "a serial disposable returns its present member")
  serial.disposable = second
  check(first.isDisposed, "a replaced member is disposed")
  check(!second.isDisposed, "the new member is not disposed")
  serial.dispose()
  check(second.isDisposed && serial.isDisposed, "it ends with the serial one")
  serial.disposable = third
  check(third.isDisposed, "a member set after disposal is disposed immediately")
  let empty = SerialDisposable()
  check(empty.disposable == nil, "there may be nothing in one")

  let scopedFlag = ActionDisposable {}
  do {
    let scoped = scopedFlag.scoped
    check(scoped.scoped === scoped, "a scoped one is scoped already")
    check(!scoped.isDisposed, "it lasts as long as the scope")
  }
  check(scopedFlag.isDisposed, "the scoped disposable disposes at the end of the scope")
  let explicit = ScopedDisposable(ActionDisposable {})
  explicit.dispose()
  check(explicit.isDisposed, "the scoped disposable may be disposed before the end of the scope")
}

func composites() {
  let (first, second, third) = (ActionDisposable {}, ActionDisposable {}, Foreign())
  let bag = CompositeDisposable([first, second])
  bag.add(third)
  check(bag.count, is: 3, "three members")
  second.dispose()
  third.dispose()
  check(bag.count, is: 1, "a member that has ended leaves")
  let kept = ActionDisposable {}
  bag.add(kept)
  bag.remove(kept)
  bag.dispose()
  check(bag.isDisposed && first.isDisposed, "the bag ends its members")
  check(!kept.isDisposed, "a removed member is not disposed")
  let (foreign, value, remaining) = (Foreign(), ForeignValue(), CompositeDisposable())
  remaining.add(foreign)
  remaining.add(value)
  remaining.remove(foreign)
  remaining.dispose()
  check(!foreign.isDisposed, "a foreign object can be taken out")
  check(value.isDisposed, "a foreign value ends with the bag")
  let late = ActionDisposable {}
  bag.add(late)
  check(late.isDisposed, "a member added after disposal is disposed immediately")

  let (outer, inner) = (CompositeDisposable(), CompositeDisposable())
  let subject = PublishSubject<Int, Never>()
  inner.add(subject.subscribe { _ in })
  outer.add(inner)
  outer.dispose()
  check(subject.census.count, is: 0, "bags in bags end subscriptions")
  check(subject.subscribe().isDisposed, is: false, "one without handlers lasts too")
}

func lifetimes() {
  let (flag, subject) = (ActionDisposable {}, PublishSubject<Int, Never>())
  do {
    let lifetime = Lifetime()
    lifetime.add(flag)
    lifetime.add(subject.subscribe { _ in })
    check(!flag.isDisposed, "a bound member lasts as long as the lifetime")
    check(subject.census.count, is: 1, "a bound subscription lasts as long as the lifetime")
  }
  check(flag.isDisposed, "a bound member ends with the lifetime")
  check(subject.census.count, is: 0, "the subject has no subscriptions")

  let (first, second) = (subject.subscribe { _ in }, subject.subscribe { _ in })
  check("\(Mirror(reflecting: first).children.map { $0.label ?? "" })", is: "[\"isDisposed\"]", "it is reflected")
  check(first == first && first != second, "a subscription equals itself")
  check(Set([first, second, first]).count, is: 2, "subscriptions can be in a set")
  first.dispose()
  check(first.isDisposed && !second.isDisposed, "one of two subscriptions ends")
}
