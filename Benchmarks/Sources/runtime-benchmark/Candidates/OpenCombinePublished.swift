import OpenCombine

/// A subject as a signal of the published workloads. A listener holds its cancellable.
///
/// Sound: OpenCombine locks its subjects, but does not declare them as sendable.
final class PublishedPassthrough: PublishedSignal, @unchecked Sendable {
  final class Listener: PublishedListener {
    fileprivate var cancellable: AnyCancellable?
  }

  private let subject = PassthroughSubject<Minstd, Never>()

  init(capacity: Int) {}

  @inline(never) func connect(_ listener: Listener) {
    listener.cancellable = subject.sink { [weak listener] generator in listener?.handle(generator) }
  }
  @inline(never) func emit(_ generator: Minstd) { subject.send(generator) }
}
