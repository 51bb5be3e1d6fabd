public import SwitchboardBroadcast

/// A scheduler whose clock stands still until it is advanced: for tests in which time passes at once. Source:
/// RACTestScheduler, whose clock is the real one.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let recorder = scheduler.record(scheduler.hotSignal([(.seconds(1), .value("a"))]).delay(.seconds(2), on: scheduler))
/// scheduler.advance(by: .seconds(3))
/// recorder.events   // 3.0 seconds: value(a)
/// ```
/// Work runs on the thread that advances, in the order of its time, first in first out among equal times: the same in each run.
/// Nothing runs inside the call that schedules it. Work may schedule, and may advance the clock itself. The clock does not go
/// back.
///
/// When the scheduler goes, its work goes with it, undone, and what is scheduled with its operators later is dropped.
///
/// Cost: O(log work) to schedule. Threading: work may be scheduled from any thread; one thread at a time should advance.
public final class TestScheduler: Scheduler, @unchecked Sendable {
  // Sound: its one property is constant.
  let time = VirtualTime()

  public override init() { super.init() }

  deinit { time.close() }

  /// What `advance` has come to since the scheduler was made.
  public override var now: Duration { time.now }

  public override func perform(_ action: @escaping @Sendable () -> Void) { time.perform(action) }

  @discardableResult
  public override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.schedule(after: delay, action)
  }

  @discardableResult
  public override func schedule(
    after delay: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable { time.schedule(after: delay, every: interval, action) }

  package override var worker: Scheduler { time }

  /// Lets `interval` pass: runs what becomes due meanwhile, each at its time. Zero runs what is due now, a negative
  /// interval nothing.
  public func advance(by interval: Duration = .zero) { advance(to: now + interval) }

  /// Lets time pass up to and including `time`. Does nothing if that is past.
  public func advance(to time: Duration) {
    if time < now { return }
    while self.time.step(by: time) {}
    self.time.move(to: time)
  }

  /// Lets time pass until nothing is left to do; the clock then shows the time of the last piece of work.
  ///
  /// - Precondition: That comes to no more than `limit` pieces of work. Something that repeats until it is disposed never
  ///   ends: use ``advance(by:)``.
  public func run(limit: Int = 1_000_000) {
    require(limit >= 0, "cannot run a negative number of pieces of work")
    for _ in 0..<limit where !time.step(by: nil) { return }
    require(!time.step(by: nil), "there is still work after \(limit) pieces: something repeats; use `advance(by:)`")
  }
}
