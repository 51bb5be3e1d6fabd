internal import CSwitchboardTracing

/// Names the calling thread, for traces and for the system's own tools.
///
/// A trace shows the system's names of threads; on Linux, Foundation's `Thread.name` does not set the system's name.
/// Call this function before the thread's first subscribe or send: otherwise a streamed trace may already contain the
/// old name.
///
/// - Parameter name: The new name. Linux keeps its first 15 bytes, Apple's systems its first 63.
///
/// Cost: a system call.
public func setTraceThreadName(_ name: String) { switchboard_trace_name_thread(name) }
