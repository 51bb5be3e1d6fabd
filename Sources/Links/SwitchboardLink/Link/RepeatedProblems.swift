internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// Tells the first of problems that are alike at once, and then once a second how many more there were. So a flood of
/// bad messages is no flood of problems.
final class RepeatedProblems: Sendable {
  private struct Counted {
    var count = 0
    var newest: LinkProblem
  }

  private let counted = Lock<[String: Counted]>([:])
  private let worker: Scheduler
  private let tell: @Sendable (LinkProblem) -> Void

  /// Names are often a user's data, so there is a limit. What comes beyond it counts as alike.
  private static let mostKinds = 64
  private static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - worker: Where the pauses pass.
  ///   - tell: Called with what is to be sent, on any thread.
  init(_ worker: Scheduler, tell: @escaping @Sendable (LinkProblem) -> Void) {
    (self.worker, self.tell) = (worker, tell)
  }

  func add(_ problem: LinkProblem) {
    guard let kind = problem.kind else { return tell(problem) }
    let new = counted.withLock { counted -> String? in
      let key = counted[kind] != nil || counted.count < Self.mostKinds ? kind : ""
      if counted[key] == nil {
        counted[key] = Counted(newest: problem)
        return key
      }
      counted[key]?.count += 1
      counted[key]?.newest = problem
      return nil
    }
    guard let new else { return }
    tell(problem)
    wait(for: new)
  }

  private func wait(for key: String) {
    worker.schedule(after: Self.pause) { [weak self] in
      guard let self else { return }
      let more = counted.withLock { counted -> Counted? in
        guard let entry = counted[key], entry.count > 0 else {
          counted[key] = nil
          return nil
        }
        counted[key]?.count = 0
        return entry
      }
      guard let more else { return }
      tell(.more(more.count, like: more.newest))
      wait(for: key)
    }
  }

  /// Tells what was only counted so far.
  func flush() {
    let rest = counted.withLock { counted in
      defer { counted = [:] }
      return counted
    }
    for (_, entry) in rest.sorted(by: { $0.key < $1.key }) where entry.count > 0 {
      tell(.more(entry.count, like: entry.newest))
    }
  }
}

extension LinkProblem {
  /// What problems that are alike have in common, without reasons; nil for a problem that has a count of its own.
  fileprivate var kind: String? {
    switch self {
    case .dropped, .more: nil
    case .refused(let error): "refused \(error.kind) \(error.subject)"
    case .unconfirmed(let subject, _, _, _): "unconfirmed \(subject)"
    case .unencodable(let name, _): "unencodable \(name)"
    case .undecodable(let subject, _): "undecodable \(subject)"
    case .deadLetter(let subject, _): "letter \(subject)"
    case .gap(let stream, let group, _): "gap \(stream) \(group)"
    case .streamMadeAgain(let stream): "stream \(stream)"
    case .groupMadeAgain(let stream, let group, _): "group \(stream) \(group)"
    case .slow(let name, _): "slow \(name)"
    case .transport(let error): "transport \(error.kind) \(error.subject)"
    }
  }
}
