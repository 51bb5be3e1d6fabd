/// Stops the program with `message` unless `condition` holds: for mistakes that only the calling code can make (R11).
///
/// Unlike `precondition`, which in an optimised build traps without a word.
@inlinable @inline(__always)
public func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { fail(message(), file: file, line: line) }
}

@usableFromInline @inline(never)
func fail(_ message: String, file: StaticString, line: UInt) -> Never { fatalError(message, file: file, line: line) }
