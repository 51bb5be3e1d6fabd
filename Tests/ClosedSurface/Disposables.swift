import Switchboard

func disposables(_ bag: CompositeDisposable, _ lifetime: Lifetime, _ execution: Execution<Int, Never>) {
  _ = Probe.self  // closed
  ActionDisposable {}.withMembership { _ in }  // closed
  SerialDisposable().withMembership { _ in }  // closed
  ScopedDisposable(ActionDisposable {}).withMembership { _ in }  // closed
  bag.withMembership { _ in }  // closed
  execution.withMembership { _ in }  // closed
  _ = bag.members  // closed
  _ = bag.capacity  // closed
  _ = bag.takeMembers(addedAfter: bag, all: true)  // closed
  _ = bag.list  // closed
  _ = bag.membership  // closed
  bag.sweep()  // closed
  _ = lifetime.members  // closed
  lifetime.end()  // closed
  lifetime.dispose()  // closed
  _ = Execution<Int, Never>()  // closed
}

func disposable(_ any: any Disposable) {
  any.withMembership { _ in }  // closed
  any.isDisposed = true  // closed
}

class Bag: CompositeDisposable {}  // closed
class Action: ActionDisposable {}  // closed
class Life: Lifetime {}  // closed

func namesOfTheHotPath() {
  _ = Membership()  // closed
  _ = MemberList()  // closed
  _ = Broadcaster<Int>()  // closed
  _ = Registry.self  // closed
  _ = Subscriber<Int>.self  // closed
  _ = SubscriptionNode.self  // closed
  _ = DenseStorage.self  // closed
  _ = ArrayStorage.self  // closed
  _ = LinkedListStorage.self  // closed
  _ = StateWord.self  // closed
  _ = Lock(0)  // closed
  _ = Probe.self  // closed
  _ = UpdateScope.self  // closed
  require(true, "")  // closed
}
