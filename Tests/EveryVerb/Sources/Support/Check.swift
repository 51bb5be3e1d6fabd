import Foundation
import Switchboard
import Synchronization

/// The numbers of checks that passed and that failed.
enum Tally {
  static let passed = Atomic<Int>(0)
  static let failed = Atomic<Int>(0)
}

/// Counts the check, and writes `what` to standard error if `isTrue` is false. This is not a precondition, because an
/// optimised build may leave preconditions out.
func check(_ isTrue: Bool, _ what: String, fileID: StaticString = #fileID, line: UInt = #line) {
  if isTrue {
    Tally.passed.add(1, ordering: .relaxed)
  } else {
    Tally.failed.add(1, ordering: .relaxed)
    FileHandle.standardError.write(Data("\(fileID):\(line): \(what)\n".utf8))
  }
}

/// Checks that two values are equal, and shows both if they are not.
func check<Value: Equatable>(
  _ actual: Value, is expected: Value, _ what: String, fileID: StaticString = #fileID, line: UInt = #line
) {
  let what = actual == expected ? what : "\(what): \(actual), not \(expected)"
  check(actual == expected, what, fileID: fileID, line: line)
}

/// Checks that `source` sends `expected` while it is being subscribed to: its values, then `|` for completion or `X`
/// and the error.
func check(
  _ source: some SignalProtocol, sends expected: String, _ what: String, fileID: StaticString = #fileID,
  line: UInt = #line
) {
  let recorder = Recorder(source)
  check(recorder.text, is: expected, what, fileID: fileID, line: line)
  recorder.dispose()
}

/// Checks that `operation` makes `expected` of `numbers` and a completion. The events come from a cold signal, from a
/// subject to which they are sent, and from a subject that replays them.
func check<Output: Sendable>(
  _ numbers: [Int], gives expected: String, _ what: String, fileID: StaticString = #fileID, line: UInt = #line,
  _ operation: (Signal<Int, Fault>) -> Signal<Output, Fault>
) {
  check(operation(Signal(numbers)), sends: expected, "\(what), cold", fileID: fileID, line: line)
  let (subject, replay) = (PublishSubject<Int, Fault>(), ReplaySubject<Int, Fault>())
  let recorder = Recorder(operation(subject.signal))
  for number in numbers {
    subject.send(number)
    replay.send(number)
  }
  subject.sendCompleted()
  replay.sendCompleted()
  check(recorder.text, is: expected, "\(what), hot", fileID: fileID, line: line)
  check(operation(replay.signal), sends: expected, "\(what), replayed", fileID: fileID, line: line)
}

/// Checks that `body` throws `expected`.
func check<Failure: Error & Equatable>(
  throws expected: Failure, _ what: String, fileID: StaticString = #fileID, line: UInt = #line,
  _ body: () throws -> Void
) {
  do {
    try body()
    check(false, "\(what): nothing was thrown", fileID: fileID, line: line)
  } catch {
    check(error as? Failure, is: expected, what, fileID: fileID, line: line)
  }
}

/// The errors that the signals of this program send.
enum Fault: Error, Equatable { case broken, late }
