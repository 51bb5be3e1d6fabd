/// The reason why a trace could not begin.
public enum TraceSessionError: Error, CustomStringConvertible {
  case alreadyRecording
  case noThread

  public var description: String {
    switch self {
    case .alreadyRecording:
      "Another trace session is recording, and there is one at a time: stop it first, or take its snapshot."
    case .noThread:
      "The system refused the thread that would write the trace."
    }
  }
}
