extension Command {
  /// Creates a command whose work is an async closure. Each execution runs the closure in its own task, and sends one
  /// value and completion, or an error.
  ///
  /// Cancelling the execution cancels the task; what the task returns after that is dropped. See
  /// ``init(name:enabled:allowsConcurrentExecution:fileID:line:_:)``.
  public convenience init<Enabled: SignalProtocol>(
    name: String? = nil, enabled: Enabled, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, performing work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) where Enabled.Value == Bool {
    self.init(
      name: name, enabled: enabled, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line,
      Self.task(work))
  }

  /// Creates a command whose work is an async closure, and which is enabled except while it is executing.
  public convenience init(
    name: String? = nil, allowsConcurrentExecution: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line, performing work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) {
    self.init(
      name: name, allowsConcurrentExecution: allowsConcurrentExecution, fileID: fileID, line: line, Self.task(work))
  }

  private static func task(
    _ work: @escaping @Sendable (Input) async throws(Failure) -> Value
  ) -> @Sendable (Input) -> Signal<Value, Failure> {
    { input in
      Signal { observer in
        let task = Task {
          do throws(Failure) {
            let value = try await work(input)
            observer.send(value)
            observer.sendCompleted()
          } catch {
            observer.send(error: error)
          }
        }
        return ActionDisposable { task.cancel() }
      }
    }
  }
}
