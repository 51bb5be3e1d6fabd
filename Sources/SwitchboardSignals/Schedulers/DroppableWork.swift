import Synchronization

/// A piece of a scheduler's work, which tells when the scheduler drops it: then what waits for it would never come.
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
  /// The scheduler has dropped the work.
  func isStranded()
}
