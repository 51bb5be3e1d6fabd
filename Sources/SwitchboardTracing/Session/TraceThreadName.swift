internal import CSwitchboardTracing

/// Names the calling thread, for traces and for the system's own tools.
///
/// A trace shows the system's names of threads, and Foundation's `Thread.name` does not become one on Linux. To be called
/// before the thread's first subscribe or send: a trace that is streamed may have written the old name otherwise.
///
/// - Parameter name: The system keeps the first 15 bytes on Linux, 63 on Apple's.
///
/// Cost: a system call.
public func setTraceThreadName(_ name: String) { switchboard_trace_name_thread(name) }
