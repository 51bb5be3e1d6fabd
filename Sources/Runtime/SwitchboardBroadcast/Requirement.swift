/// Stops the program with `message` unless `condition` holds. Used for mistakes that only the calling code can make
/// (promise R11).
///
/// `precondition` traps without a message in an optimised build; this function prints `message` there too.
@inlinable @inline(__always)
public func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { fail(message(), file: file, line: line) }
}

@usableFromInline @inline(never)
func fail(_ message: String, file: StaticString, line: UInt) -> Never { fatalError(message, file: file, line: line) }
