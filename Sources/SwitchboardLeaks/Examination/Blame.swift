/// Blame by repetition: finds out which subscriptions keep an owner alive, by running the code again and disposing all
/// suspects but some. An owner that lives on although all the others are gone is held by those that were kept.
///
/// Asks for one experiment after another; each says which suspects are kept.
struct Blame {
  /// What must not be alive: an owner, or a registry that the run made.
  typealias Target = Thing
  typealias Suspect = UInt32

  struct Outcome {
    var alive: Set<Target>
    /// Lines of the subscriptions that were kept and are still there.
    var live: Set<Suspect>
  }

  private enum Step {
    /// Keeps none: who lives now is held by something else.
    case control
    /// Keeps one.
    case alone(Int)
    /// No suspect holds `targets[target]` alone: keeps all of `kept`, then each time one less, and leaves out whom it does
    /// not take.
    case together(target: Int, kept: Set<Suspect>, next: Int?)
    /// Keeps the innocent: those of them that live without the guilty leak themselves.
    case innocent
    case done
  }

  let suspects: [Suspect]
  private let targets: [Target]
  private var step = Step.control
  private var unexplained: [Target] = []

  private(set) var heldElsewhere: Set<Target> = []
  private(set) var guilty: [Target: [Suspect]] = [:]
  /// Who hold it together; none of them alone does.
  private(set) var together: [Target: [Suspect]] = [:]
  /// Innocent lines whose subscriptions are still there when those of the guilty are disposed.
  private(set) var leftover: Set<Suspect> = []

  init(targets: [Target], suspects: [Suspect]) {
    (self.targets, self.suspects) = (targets, suspects)
    unexplained = targets
  }

  /// The suspects to keep in the next experiment. Nil: all is known.
  var kept: Set<Suspect>? {
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

  mutating func record(_ outcome: Outcome) {
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
      // Else it was not alive this time with all suspects kept: nothing can be said of it.
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
