import Foundation
import Switchboard
import Synchronization

/// How many checks have been made.
enum Tally {
  static let passed = Atomic<Int>(0)
  static let failed = Atomic<Int>(0)
}

/// Counts, and says on the standard error what is not so. No precondition: an optimised build may leave that out.
func check(_ isTrue: Bool, _ what: String, fileID: StaticString = #fileID, line: UInt = #line) {
  if isTrue {
    Tally.passed.add(1, ordering: .relaxed)
  } else {
    Tally.failed.add(1, ordering: .relaxed)
    FileHandle.standardError.write(Data("\(fileID):\(line): \(what)\n".utf8))
  }
}

/// The same for two values, which it shows.
func check<Value: Equatable>(
  _ actual: Value, is expected: Value, _ what: String, fileID: StaticString = #fileID, line: UInt = #line
) {
  let what = actual == expected ? what : "\(what): \(actual), not \(expected)"
  check(actual == expected, what, fileID: fileID, line: line)
}

/// A signal that is subscribed to has sent `expected` by now: its values, then `|` for completion or `X` and the error.
func check(
  _ source: some SignalProtocol, sends expected: String, _ what: String, fileID: StaticString = #fileID,
  line: UInt = #line
) {
  let recorder = Recorder(source)
  check(recorder.text, is: expected, what, fileID: fileID, line: line)
  recorder.dispose()
}

/// `operation` makes `expected` of some numbers and a completion: of a signal that has them, a subject that is sent them,
/// and a subject that replays them.
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

/// `body` throws what is expected of it.
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

/// The errors of these programs' signals.
enum Fault: Error, Equatable { case broken, late }
