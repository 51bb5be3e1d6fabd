import Switchboard
import Synchronization

// A client may do all of this, so each line must compile. If a line does not compile, the lines that must not compile
// prove nothing: the compiler may refuse them for a reason that they share with this line.

struct Valve: Disposable {
  final class Position: Sendable { let isShut = Atomic(false) }
  let position = Position()
  var isDisposed: Bool { position.isShut.load(ordering: .acquiring) }
  func dispose() { position.isShut.store(true, ordering: .releasing) }
}

final class Tap: Disposable {
  let isShut = Atomic(false)
  var isDisposed: Bool { isShut.load(ordering: .acquiring) }
  func dispose() { isShut.store(true, ordering: .releasing) }
}

func ownDisposables() {
  let bag = CompositeDisposable()
  let (valve, tap) = (Valve(), Tap())
  bag.add(valve)
  bag.add(tap)
  bag.remove(valve)
  bag.remove(tap)
  bag.dispose()
  let scoped: ScopedDisposable = valve.scoped
  _ = scoped.isDisposed
}

func handles(_ subject: PublishSubject<Int, Never>, _ signal: Signal<Int, Never>, _ lifetime: Lifetime) {
  let s: Subscription = subject.subscribe { _ in }
  let other: Subscription = signal.subscribe { _ in }
  let both: Set<Subscription> = [s, other]
  let bag = CompositeDisposable([s, other])
  bag.remove(s)
  lifetime.add(other)
  if s == other || !s.isDisposed || both.isEmpty { s.dispose() }
}

func waitableHandles(_ subject: PublishSubject<Int, Never>) {
  let waitable: WaitableSubscription = subject.subscribeWaitable { _ in }
  CompositeDisposable().add(waitable)
  if !waitable.isDisposed { waitable.disposeAndWait() }
}

func waitableHandlesInATask(_ subject: PublishSubject<Int, Never>) async {
  await subject.subscribeWaitable { _ in }.disposeAndWait()
}

final class Own: Scheduler {
  override func perform(_ action: @escaping @Sendable () -> Void) { action() }
}
