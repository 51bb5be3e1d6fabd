/// The values that ``SignalProtocol/values(buffering:fileID:line:)`` keeps while its reader is busy. A signal cannot
/// wait for its reader, so the sequence either keeps every value or drops some values.
@frozen
public enum ValuesBuffering: Sendable, Hashable {
  /// Every value. The memory for the values has no limit.
  case unbounded
  /// The newest values, up to the given number. A new value displaces the oldest value. With 0, only a reader that
  /// already waits gets a value.
  case newest(Int)
  /// The oldest values, up to the given number. A value that finds no room is dropped. With 0, only a reader that
  /// already waits gets a value.
  case oldest(Int)

  @inlinable var limit: Int {
    switch self {
    case .unbounded: .max
    case .newest(let count), .oldest(let count): count
    }
  }
}
