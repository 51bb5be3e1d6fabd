import Foundation
import Switchboard

/// A load to be traced. Four threads send to their own subjects and to shared ones, while subscriptions come and go.
/// The trace can be checked, because the load counts what it does and prints the counts.
///
///     SWITCHBOARD_TRACE=load.pftrace TestPrograms load ROUNDS > load.json
///
/// With `--wait`, the program stays alive after its work, until a signal ends it.
@MainActor
enum TracedLoad {
  private static var handled = 0

  static func run(_ arguments: [String]) {
    #if Tracing
      guard let rounds = arguments.first.flatMap({ Int($0) }), rounds > 0 else {
        TestPrograms.fail("load takes the number of rounds of each thread, 1 or more")
      }
      let tally = Tally()
      run(rounds, tally)
      print(tally.json)
      // Flushed, so that a pipe gets the counts although the program goes on.
      fflush(nil)
      if arguments.contains("--wait") { while true { pause() } }
    #else
      TestPrograms.fail("the load is there to be traced: build it with --traits Tracing")
    #endif
  }

  #if Tracing
    private static func run(_ rounds: Int, _ tally: Tally) {
      let shared = SharedSubjects(tally)
      shared.news
        .map { sender in
          tally.delivered(from: sender)
          tally.hop.add()
        }
        .subscribe(on: MainActor.self) {
          tally.arrive.add()
          tally.deliver.add()
          handled += 1
        }
      tally.subscribedToChain()
      // All threads begin at the same time, so that they meet and no two of them have the same identity.
      let (arriving, feeding) = (DispatchGroup(), DispatchGroup())
      for _ in 1...4 { arriving.enter() }
      for number in 1...4 {
        feeding.enter()
        // Unowned, because the program cannot wait for what a thread releases while it exits.
        Thread.detachNewThread { [unowned shared] in
          setTraceThreadName("feeder \(number)")
          arriving.leave()
          arriving.wait()
          feed(shared, rounds, tally)
          feeding.leave()
        }
      }
      let news = 4 * Feeder.news(in: rounds)
      while handled < news, RunLoop.main.run(mode: .default, before: .distantFuture) {}
      feeding.wait()
      withExtendedLifetime(shared) {}
      tally.disposedChain()
    }

    @inline(never)
    private nonisolated static func feed(_ shared: SharedSubjects, _ rounds: Int, _ tally: Tally) {
      Feeder(shared, tally).feed(rounds)
    }
  #endif
}
