import Switchboard

/// Runs programs in both worlds, and compares the histories.
final class Trial {
  private var threads = TokenThreads()
  /// The number of actions that were done and compared.
  private(set) var actions = 0
  /// The number of notes that were compared.
  private(set) var notes = 0

  enum Outcome {
    case same
    /// The histories differ at this note.
    case different(expected: [Note], real: [Note], at: Int)
    /// A step did not return.
    case hung(step: Int)

    var isSame: Bool { if case .same = self { true } else { false } }
  }

  deinit { threads.end() }

  func run(_ program: Program) -> Outcome {
    let world = RealWorld(slots: program.slots)
    var (index, begin) = (0, 0)
    let steps = program.steps
    while begin < steps.count {
      let thread = steps[begin].thread
      index = begin
      while index < steps.count, steps[index].thread == thread { index += 1 }
      let part = steps[begin..<index]
      threads.begin(thread) { for step in part { world.step(step.action) } }
      if !threads.wait(thread) { return hang(world, at: begin) }
      begin = index
    }
    threads.begin(0) { world.finish() }
    if !threads.wait(0) { return hang(world, at: steps.count) }

    let model = ModelWorld(slots: program.slots)
    for step in steps { model.step(step.action) }
    model.finish()
    actions += model.diary.actions
    notes += model.diary.notes.count
    let (expected, real) = (model.diary.notes, world.diary.notes)
    if expected == real { return .same }
    let place = zip(expected, real).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, real.count)
    return .different(expected: expected, real: real, at: place)
  }

  /// The hanging thread and its world are left behind.
  private func hang(_ world: RealWorld, at step: Int) -> Outcome {
    _ = Unmanaged.passRetained(world)
    threads = TokenThreads()
    return .hung(step: step)
  }
}
