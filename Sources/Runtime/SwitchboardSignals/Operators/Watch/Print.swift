/// The kinds of events that ``SignalProtocol/logEvents(_:_:fileID:line:to:)`` can write about.
public struct LoggedEvents: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The beginning of the subscription.
  public static let subscribed = LoggedEvents(rawValue: 1)
  /// Each value.
  public static let value = LoggedEvents(rawValue: 2)
  /// The error that ends the signal.
  public static let error = LoggedEvents(rawValue: 4)
  /// The regular end of the signal.
  public static let completed = LoggedEvents(rawValue: 8)
  /// The end of the subscription, for whatever reason.
  public static let disposed = LoggedEvents(rawValue: 16)
  /// All kinds of events.
  public static let all: LoggedEvents = [.subscribed, .value, .error, .completed, .disposed]
}

extension SignalProtocol {
  /// Writes a line for each event, before the event is passed on.
  ///
  /// Cost: a description of each value. To follow events through a whole program, record a trace instead.
  ///
  /// - Parameters:
  ///   - identifier: The text that begins each line. If nil, the file and line of the call.
  ///   - events: The kinds of events to write about.
  ///   - write: Called with each line, on the thread of the event, with no lock held.
  public func logEvents(
    _ identifier: String? = nil, _ events: LoggedEvents = .all, fileID: StaticString = #fileID, line: UInt32 = #line,
    to write: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> Signal<Value, Failure> {
    let prefix = identifier ?? "\(fileID):\(line)"
    let log: @Sendable (LoggedEvents, String) -> Void = { event, text in
      if events.contains(event) { write("[\(prefix)] \(text)") }
    }
    return self.do(
      // This test comes before the call of `log`, so that an unwanted value is not described.
      onNext: { if events.contains(.value) { log(.value, "value \($0)") } },
      onError: { log(.error, "error \($0)") },
      onCompleted: { log(.completed, "completed") },
      onSubscribe: { log(.subscribed, "subscribed") },
      onDispose: { log(.disposed, "disposed") })
  }

  /// Prints a line for each event to the standard output. See ``logEvents(_:_:fileID:line:to:)``.
  ///
  /// - Parameter prefix: The text that begins each line. If nil, the file and line of the call.
  public func print(
    _ prefix: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    logEvents(prefix, fileID: fileID, line: line)
  }
}
