import CProcessors

/// The processors of the machine, by number.
public enum Processor {
  /// The processors that this thread may use. Empty where the system cannot keep a thread on a processor.
  public static var usable: [Int] {
    (0..<switchboard_processor_limit()).filter { switchboard_may_use_processor($0) }.map(Int.init)
  }

  /// Keeps this thread, and the threads that it starts, on one processor. Does nothing where the system cannot do that.
  public static func use(_ number: Int) { switchboard_use_processor(Int32(number)) }

  /// How often the system has taken the processor away from this thread. Zero where the system does not count this.
  static var preemptions: Int { Int(switchboard_preemptions()) }
}
