#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The progress of a run and its remaining time, on standard error. On a terminal, one line that changes; elsewhere, a
/// plain line every ten seconds.
public final class ProgressLine {
  private let isTerminal: Bool
  /// The place of this program's run in a longer run, such as `step 2 of 5: `; otherwise empty.
  private let prefix: String
  private let began = MonotonicClock.now()
  private var lastShown: UInt64 = 0
  private var lineIsOpen = false
  private var phaseBegan: UInt64

  public init(step: String? = nil) {
    isTerminal = isatty(STDERR_FILENO) == 1
    prefix = step.map { "\($0): " } ?? ""
    phaseBegan = began
  }

  /// Begins a part of the run whose steps all take about the same time.
  public func begin() {
    phaseBegan = MonotonicClock.now()
    if !isTerminal, lastShown == 0 { lastShown = phaseBegan }
  }

  /// Shows that `done` of `total` steps are finished. Cheap when there is nothing new to show.
  ///
  /// - Parameter isMost: Whether the run may end before all steps.
  public func show(done: Int, of total: Int, isMost: Bool = false, _ label: String) {
    let now = MonotonicClock.now()
    guard now - lastShown >= (isTerminal ? 100_000_000 : 10_000_000_000) else { return }
    lastShown = now
    let elapsed = Double(now - phaseBegan) / 1e9
    var line = "\(prefix)\(done * 100 / max(total, 1)) %"
    if let left = Self.remaining(elapsed: elapsed, done: done, of: total) {
      line += ", \(isMost ? "at most " : "")\(Self.text(seconds: left)) left"
    }
    line += " · \(label)"
    write(isTerminal ? "\r\u{1B}[K" + line : line + "\n")
    lineIsOpen = isTerminal
  }

  /// Prints a message that stays.
  public func show(_ message: String) {
    clear()
    write(message + "\n")
  }

  /// Removes the changing line.
  public func clear() {
    if lineIsOpen { write("\r\u{1B}[K") }
    lineIsOpen = false
  }

  /// Returns the seconds that the remaining steps take at the speed of the finished steps; nil while an estimate is not
  /// possible.
  static func remaining(elapsed: Double, done: Int, of total: Int) -> Double? {
    guard done > 0, elapsed > 0.5 else { return nil }
    return elapsed / Double(done) * Double(total - done)
  }

  static func text(seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  private func write(_ text: String) { StandardError.write(text) }
}
