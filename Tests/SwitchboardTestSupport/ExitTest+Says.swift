package import Testing

extension ExitTest.Result {
  /// Whether the process wrote `message` to standard error before it ended. The test has to observe that.
  package func says(_ message: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(message)
  }
}
