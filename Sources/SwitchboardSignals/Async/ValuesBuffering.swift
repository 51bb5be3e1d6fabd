/// What ``SignalProtocol/values(buffering:fileID:line:)`` keeps while its reader is busy. A signal cannot be asked to wait, so
/// it is one of the three: keep it all, or lose something.
@frozen
public enum ValuesBuffering: Sendable, Hashable {
  /// Every value. The memory for them has no limit.
  case unbounded
  /// The newest so many; older ones give way. With 0 only a reader that is waiting already gets a value.
  case newest(Int)
  /// The oldest so many; what comes when there is no room is lost. With 0 only a reader that is waiting already gets a value.
  case oldest(Int)

  @inlinable var limit: Int {
    switch self {
    case .unbounded: .max
    case .newest(let count), .oldest(let count): count
    }
  }
}
