internal import Dispatch
internal import SwitchboardBroadcast
internal import SwitchboardSignals

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The leak check that the environment asks for: `SWITCHBOARD_LEAKS=leaks.txt program`.
///
/// When a process ends that links `Switchboard` with the trait `Tracing`, it appends to the file what its expectations
/// about leaks have found, and each source line with subscriptions that are alive. The last line of the process begins
/// with `#`. The fields of a line are separated by tabs: place, kind, count, text.
package enum LeaksAtExit {
  package static let variable = "SWITCHBOARD_LEAKS"
  private static let found = Lock<[LeakFinding]>([])

  /// Notes what an expectation has found. Does nothing unless the environment asks for a check.
  package static func note(_ findings: [LeakFinding]) {
    if unsafe getenv(variable) != nil { found.withLock { $0 += findings } }
  }

  /// The lines for the file, without the last.
  package static func lines() -> [String] {
    let findings = found.withLock { $0 }
    let known = Set(findings.flatMap { [$0.place] + $0.others })
    return findings.map { line($0.place, $0.kind.rawValue, $0.count, $0.words) } + settled(without: known)
  }

  /// The lines of subscriptions that are alive. Another thread may be releasing them. So the function looks again until
  /// half a second has passed without a change and without work on its way to a queue, for ten seconds at most.
  private static func settled(without known: Set<String>) -> [String] {
    var lines = alive(without: known)
    let begin = ContinuousClock.now
    var (now, changed) = (begin, begin)
    while !lines.isEmpty, now - begin < .seconds(10), now - changed < .milliseconds(500) || QueueHops.inFlight > 0 {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
      let next = alive(without: known)
      now = .now
      if next != lines { (lines, changed) = (next, now) }
    }
    return lines
  }

  private static func alive(without known: Set<String>) -> [String] {
    struct Place: Hashable {
      var line: String
      var type: String
    }
    var places: [Place: (count: Int, names: Set<String?>)] = [:]
    for registry in (try? LeakDetector.census()) ?? [] {
      for (line, count) in registry.lines where !known.contains(line) {
        places[Place(line: line, type: registry.type), default: (0, [])].count += count
        places[Place(line: line, type: registry.type)]?.names.insert(registry.name)
      }
    }
    return places.map { place, found in
      // Names are made at run time, so a line may subscribe to very many.
      let name = found.names.count == 1 ? found.names.first ?? nil : nil
      let subject = name.map { "“\($0)”" } ?? place.type
      return line(place.line, "alive", found.count, "\(found.count) to \(subject) alive when the process ended")
    }.sorted()
  }

  private static func line(_ place: String, _ kind: String, _ count: Int, _ text: String) -> String {
    "\(place)\t\(kind)\t\(count)\t\(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))"
  }

  fileprivate static func report() {
    guard let path = unsafe getenv(variable).map({ unsafe String(cString: $0) }) else { return }
    let lines = lines()
    let text = (lines + ["# process \(getpid()): \(lines.count) lines"]).map { $0 + "\n" }.joined()
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    if file < 0 { return complain("cannot open \(path) (error \(errno)); name a file that can be written") }
    defer { close(file) }
    // In one call if the system takes all, so that processes that end at the same time do not mix their lines.
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return complain("cannot write \(path) (error \(errno))")
      }
    }
  }

  private static func complain(_ message: String) {
    let line = Array("\(variable): \(message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Appends what has leaked to the file that the environment names. CSwitchboardTraceStart calls this when the process
/// ends.
@_cdecl("switchboard_leaks_report_at_exit")
func reportLeaksAtExit() { LeaksAtExit.report() }
