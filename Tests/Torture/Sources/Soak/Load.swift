import Foundation
import Synchronization

/// Mixed load, as long as a soak lasts: one thread runs random programs, another one runs races.
final class Load: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let programCount = Atomic<Int>(0)
  private let group = DispatchGroup()
  let findings = Findings()

  var programs: Int { programCount.load(ordering: .relaxed) }

  init(seed: UInt64) {
    start { load in
      var seed = seed
      let threads = TokenThreads()
      while load.goesOn {
        load.run(Generator.program(seed: seed), threads)
        seed &+= 1
      }
      threads.end()
    }
    start { load in
      while load.goesOn { for race in Race.all where load.goesOn { race.run(2000, load.findings) } }
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    group.wait()
  }

  private var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  private func start(_ body: @escaping @Sendable (Load) -> Void) {
    group.enter()
    Thread.detachNewThread { [self] in
      body(self)
      group.leave()
    }
  }

  /// Runs a program on the library alone, on the threads that it names.
  private func run(_ program: Program, _ threads: TokenThreads) {
    let world = RealWorld(slots: program.slots)
    for step in program.steps {
      threads.begin(step.thread) { world.step(step.action) }
      if !threads.wait(step.thread) { return findings.expect(false, "a program hangs: \(program)") }
    }
    threads.begin(0) { world.finish() }
    findings.expect(threads.wait(0), "the end of a program hangs: \(program)")
    findings.expect(world.aliveHandlers == 0, "a program leaves \(world.aliveHandlers) handlers alive: \(program)")
    programCount.add(1, ordering: .relaxed)
  }
}
