/// The reason why a trace could not begin.
public enum TraceSessionError: Error, CustomStringConvertible {
  /// Another session is recording; a process records one session at a time.
  case alreadyRecording
  /// The system refused the thread that would write the trace.
  case noThread

  /// The reason and the remedy, in one sentence.
  public var description: String {
    switch self {
    case .alreadyRecording:
      "Another trace session is recording, and only one can record at a time: stop that session, or take its snapshot."
    case .noThread:
      "The system could not start the thread that writes the trace: end some threads, or record into memory."
    }
  }
}
