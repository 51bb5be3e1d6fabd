import Synchronization

/// A piece of scheduled work that tells its worker when the scheduler drops the work without running it. Events that
/// wait for dropped work would never be delivered.
package final class DroppableWork<Worker: DroppableWorker>: Sendable {
  private let worker: Worker
  private let isTaken = Atomic<Bool>(false)

  package init(for worker: Worker) { self.worker = worker }

  deinit { if !isTaken.load(ordering: .acquiring) { worker.isStranded() } }

  package func run() {
    isTaken.store(true, ordering: .releasing)
    worker.work()
  }
}

package protocol DroppableWorker: AnyObject, Sendable {
  func work()
  /// Called when the scheduler has dropped the work without running it.
  func isStranded()
}
