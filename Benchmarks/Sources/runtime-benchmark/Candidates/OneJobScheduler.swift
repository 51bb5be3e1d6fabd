import OpenCombine

/// The simplest virtual-time scheduler that OpenCombine's debounce can run on, because OpenCombine has no virtual time.
/// It has room for one job, which is all that the workload needs. So OpenCombine has no disadvantage against
/// ``TestScheduler``, which keeps any number of jobs in order.
final class OneJobScheduler: OpenCombine.Scheduler {
  struct Time: Strideable {
    var nanoseconds: Int

    struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
      var magnitude: Int

      init(_ nanoseconds: Int) { magnitude = nanoseconds }
      init(integerLiteral value: Int) { magnitude = value }
      init?<Source: BinaryInteger>(exactly source: Source) { magnitude = Int(source) }

      static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }
      static func + (left: Self, right: Self) -> Self { Self(left.magnitude + right.magnitude) }
      static func - (left: Self, right: Self) -> Self { Self(left.magnitude - right.magnitude) }
      static func * (left: Self, right: Self) -> Self { Self(left.magnitude * right.magnitude) }
      static func *= (left: inout Self, right: Self) { left = left * right }
      static func += (left: inout Self, right: Self) { left = left + right }
      static func -= (left: inout Self, right: Self) { left = left - right }

      static func seconds(_ count: Int) -> Self { Self(count * 1_000_000_000) }
      static func seconds(_ count: Double) -> Self { Self(Int(count * 1e9)) }
      static func milliseconds(_ count: Int) -> Self { Self(count * 1_000_000) }
      static func microseconds(_ count: Int) -> Self { Self(count * 1_000) }
      static func nanoseconds(_ count: Int) -> Self { Self(count) }
    }

    func distance(to other: Self) -> Stride { Stride(other.nanoseconds - nanoseconds) }
    func advanced(by stride: Stride) -> Self { Time(nanoseconds: nanoseconds + stride.magnitude) }
  }

  typealias SchedulerTimeType = Time
  typealias SchedulerOptions = Never

  private(set) var now = Time(nanoseconds: 0)
  let minimumTolerance = Time.Stride(0)
  private var job: (due: Time, repeating: Time.Stride?, action: () -> Void)?
  private lazy var cancellable = Withdrawal(self)

  func schedule(options: Never?, _ action: @escaping () -> Void) { job = (now, nil, action) }

  func schedule(after date: Time, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void) {
    job = (date, nil, action)
  }

  /// Debounce uses this method, and cancels the job when it has run.
  func schedule(
    after date: Time, interval: Time.Stride, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    job = (date, interval, action)
    return cancellable
  }

  func advance(by stride: Time.Stride) {
    now = now.advanced(by: stride)
    while let (due, repeating, action) = job, due <= now {
      job = repeating.map { (due.advanced(by: $0), $0, action) }
      action()
    }
  }

  private final class Withdrawal: Cancellable {
    private weak let scheduler: OneJobScheduler?
    init(_ scheduler: OneJobScheduler) { self.scheduler = scheduler }
    func cancel() { scheduler?.job = nil }
  }
}
