/// What ``SignalProtocol/logEvents(_:_:to:)`` can write about.
public struct LoggedEvents: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let subscribed = LoggedEvents(rawValue: 1)
  public static let value = LoggedEvents(rawValue: 2)
  public static let error = LoggedEvents(rawValue: 4)
  public static let completed = LoggedEvents(rawValue: 8)
  /// The end of the subscription, for whatever reason.
  public static let disposed = LoggedEvents(rawValue: 16)
  public static let all: LoggedEvents = [.subscribed, .value, .error, .completed, .disposed]
}

extension SignalProtocol {
  /// Writes a line for each event, before the event goes on. Source: RACSignal logAll, ReactiveSwift logEvents.
  ///
  /// Cost: a description of each value. To follow events through a whole program, record a trace instead.
  ///
  /// - Parameters:
  ///   - identifier: Begins each line; the file and line of the call if it is nil.
  ///   - events: What to write about.
  ///   - write: Called with each line, on the thread of the event, with no lock held.
  public func logEvents(
    _ identifier: String? = nil, _ events: LoggedEvents = .all, fileID: StaticString = #fileID, line: UInt32 = #line,
    to write: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> Signal<Value, Failure> {
    let prefix = identifier ?? "\(fileID):\(line)"
    let log: @Sendable (LoggedEvents, String) -> Void = { event, text in
      if events.contains(event) { write("[\(prefix)] \(text)") }
    }
    return handleEvents(
      initially: { log(.subscribed, "subscribed") },
      // Not described if it is not wanted.
      doNext: { if events.contains(.value) { log(.value, "value \($0)") } },
      doError: { log(.error, "error \($0)") },
      doCompleted: { log(.completed, "completed") },
      onDispose: { log(.disposed, "disposed") })
  }

  /// Prints a line for each event: ``logEvents(_:_:fileID:line:to:)`` to the standard output. Source: Combine print.
  public func print(
    _ prefix: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    logEvents(prefix, fileID: fileID, line: line)
  }
}
