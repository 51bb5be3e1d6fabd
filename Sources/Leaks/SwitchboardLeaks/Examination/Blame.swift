/// A search for the subscriptions that keep an owner alive. The code runs again, and all suspects except a few are
/// disposed. If an owner is still alive after that, the kept suspects hold it.
///
/// The search asks for one experiment after another; each experiment says which suspects are kept.
package struct Blame {
  /// An object that must not be alive: an owner, or a registry that the run made.
  package typealias Target = CountedItem
  package typealias Suspect = UInt32

  package struct Outcome {
    var alive: Set<Target>
    /// The lines of the subscriptions that were kept and are still alive.
    var live: Set<Suspect>

    package init(alive: Set<Target>, live: Set<Suspect>) { (self.alive, self.live) = (alive, live) }
  }

  private enum Step {
    /// Keeps no suspect. Targets that are alive now are held by something else.
    case control
    /// Keeps one suspect.
    case alone(Int)
    /// Finds suspects that hold `targets[target]` together, since none of them holds it alone. The first experiment
    /// keeps all of `kept`. Each later experiment keeps one suspect less, and leaves that suspect out for good if the
    /// target is still alive.
    case together(target: Int, kept: Set<Suspect>, next: Int?)
    /// Keeps the innocent suspects. Those that are alive without the guilty ones are leaks themselves.
    case innocent
    case done
  }

  let suspects: [Suspect]
  private let targets: [Target]
  private var step = Step.control
  private var unexplained: [Target] = []

  package private(set) var heldElsewhere: Set<Target> = []
  package private(set) var guilty: [Target: [Suspect]] = [:]
  /// The suspects that hold a target together; none of them holds it alone.
  package private(set) var together: [Target: [Suspect]] = [:]
  /// The innocent lines whose subscriptions are still alive when those of the guilty lines are disposed.
  package private(set) var leftover: Set<Suspect> = []

  package init(targets: [Target], suspects: [Suspect]) {
    (self.targets, self.suspects) = (targets, suspects)
    unexplained = targets
  }

  /// The suspects to keep in the next experiment. Nil when the search is finished.
  package var kept: Set<Suspect>? {
    switch step {
    case .control: []
    case .alone(let index): [suspects[index]]
    case .together(_, let kept, nil): kept
    case .together(_, let kept, let next?): kept.subtracting([suspects[next]])
    case .innocent: Set(suspects).subtracting(allGuilty)
    case .done: nil
    }
  }

  var allGuilty: Set<Suspect> {
    Set(guilty.values.joined()).union(together.values.joined())
  }

  package mutating func record(_ outcome: Outcome) {
    switch step {
    case .control:
      heldElsewhere = outcome.alive.intersection(targets)
      unexplained.removeAll(where: heldElsewhere.contains)
      step = suspects.isEmpty || unexplained.isEmpty ? .innocent : .alone(0)
    case .alone(let index):
      for target in unexplained where outcome.alive.contains(target) {
        guilty[target, default: []].append(suspects[index])
      }
      step = index + 1 < suspects.count ? .alone(index + 1) : togetherOrInnocent(from: 0)
    case .together(let target, let kept, nil):
      // If the target is not alive this time although all suspects are kept, nothing can be said about it.
      step =
        outcome.alive.contains(targets[target])
        ? .together(target: target, kept: kept, next: 0) : togetherOrInnocent(from: target + 1)
    case .together(let target, let kept, let next?):
      let fewer = kept.subtracting([suspects[next]])
      let still = outcome.alive.contains(targets[target]) ? fewer : kept
      if next + 1 < suspects.count {
        step = .together(target: target, kept: still, next: next + 1)
      } else {
        together[targets[target]] = suspects.filter(still.contains)
        step = togetherOrInnocent(from: target + 1)
      }
    case .innocent:
      leftover = outcome.live
      step = .done
    case .done: break
    }
  }

  private func togetherOrInnocent(from first: Int) -> Step {
    let next = targets.indices.dropFirst(first).first { index in
      !heldElsewhere.contains(targets[index]) && guilty[targets[index]] == nil
    }
    return next.map { .together(target: $0, kept: Set(suspects), next: nil) } ?? .innocent
  }
}
