package import Testing

extension ExitTest.Result {
  /// Returns whether the process wrote `message` to standard error before it ended. The test has to observe standard
  /// error.
  package func says(_ message: String) -> Bool {
    String(decoding: standardErrorContent, as: UTF8.self).contains(message)
  }
}
