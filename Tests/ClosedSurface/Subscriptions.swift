import Switchboard

// A line marked `closed` must not compile, and each other line must. Tests/ClosedSurface/run.sh checks this.

func subscriptions(_ subject: PublishSubject<Int, Never>) {
  let s = subject.subscribe { _ in }
  _ = s.end()  // closed
  _ = s.endFromState()  // closed
  _ = s.mark(1)  // closed
  _ = s.isBlank  // closed
  s.reactivate()  // closed
  s.deactivate()  // closed
  s.detach()  // closed
  s.releaseHandler()  // closed
  s.withMembership { _ in }  // closed
  s.disposeAndWait()  // closed
  s.runWaitably {}  // closed
  _ = s.isRunningOnThisThread  // closed
  _ = s.node  // closed
  _ = s.state  // closed
  _ = s.link  // closed
  _ = s.site  // closed
  _ = s.probe  // closed
  _ = Subscription()  // closed
  _ = Subscription(waitable: false)  // closed
  _ = Subscription(s)  // closed
  _ = Subscription(node: s)  // closed
  s.isDisposed = true  // closed
}

func waitableSubscriptions(_ subject: PublishSubject<Int, Never>) {
  let waitable = subject.subscribeWaitable { _ in }
  _ = waitable.node  // closed
  _ = WaitableSubscription()  // closed
  _ = WaitableSubscription(waitable)  // closed
  _ = WaitableSubscription(subject.subscribe { _ in })  // closed
}

func waitingInATask(_ subject: PublishSubject<Int, Never>) async {
  let waitable = subject.subscribeWaitable { _ in }
  waitable.disposeAndWait()  // closed
  let s = subject.subscribe { _ in }
  await s.disposeAndWait()  // closed
}

class Mine: Subscription {}  // closed
class MineToo: WaitableSubscription {}  // closed
