#if NATS
  internal import SwitchboardLink

  /// Decides whether a request of the management is tried again. A server that has just started may not know its
  /// streams yet, and a cluster may choose a leader.
  struct Retrying: Sendable {
    private let deadline = ContinuousClock.now + .seconds(4)
    /// Without JetStream no server ever answers, so the wait is shorter.
    private let silence = ContinuousClock.now + .seconds(2)

    /// Returns the error to report; nil if the request is tried again, for which `again` is called after a pause.
    func error(
      _ failure: JetStream.Failure, _ jetStream: JetStream, _ subject: String, again: @escaping @Sendable () -> Void
    ) -> TransportError? {
      let now = ContinuousClock.now
      let (isTemporary, error): (Bool, TransportError) =
        switch failure {
        case .noResponders: (now < silence, .noStreams(subject, "no server answers a request for streams"))
        case .timedOut:
          (
            now < deadline,
            TransportError(
              .unreachable, subject: subject, reason: "JetStream does not answer",
              advice: "check the log of nats-server, its disk, and in a cluster whether most servers run")
          )
        case .denied(let error): (false, error)
        case .api(let error) where error.isTemporary: (now < deadline, error.temporary(subject))
        case .api(let error): (false, error.error(subject))
        }
      guard isTemporary else { return error }
      jetStream.client.timers.schedule(after: .milliseconds(200), again)
      jetStream.client.signal.raise()
      return nil
    }
  }
#endif
