internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// How far a group has come. A group that was deleted at the engine is made again, and goes on from there: events may
/// come again, and the group skips none.
///
/// The place is noted at the engine too, for processes that were not there. It is the floor of the whole group, not of
/// one member: all events up to it are acknowledged, whoever handled them.
final class GroupFloor: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let settings: ConsumerSettings
  private let notes: Notes
  private let context: LinkContext
  /// The newest floor that is known.
  private var known: Notes.Floor?
  private var noted: Notes.Floor?
  private var wasOpened = false
  private var isPlanned = false

  /// The time from an acknowledgement to the look at the new floor.
  private static let pause = Duration.seconds(5)

  init(_ settings: ConsumerSettings, _ notes: Notes, _ context: LinkContext) {
    (self.settings, self.notes, self.context) = (settings, notes, context)
  }

  /// Calls `done` with the place at which a new consumer has to begin, unless the connection is lost. Nil: no process
  /// of the group is known to have handled anything.
  func start(
    in creation: String, _ connection: any TransportConnection, done: @escaping @Sendable (UInt64?) -> Void
  ) {
    notes.floor(of: settings, connection) { [self] result in
      context.worker.perform { [self] in
        switch result {
        case .success(let floor?): learn(floor)
        case .success(nil): break
        case .failure(let error): context.report(.transport(error))
        }
        // All events of a stream that was made after the note are new to the group.
        done(known.map { $0.creation == creation ? $0.place + 1 : 1 })
      }
    }
  }

  /// Takes note of the consumer that was opened.
  func opened(_ position: ConsumerPosition) {
    let earlier = known
    if position.isNew, wasOpened || earlier != nil, earlier?.creation == position.creation || earlier == nil {
      context.report(
        .groupMadeAgain(stream: settings.stream.name, group: settings.group, after: earlier?.place))
    }
    wasOpened = true
    // A new group has come up to its beginning.
    let place = position.isNew ? max(position.floor, position.lastDelivered) : position.floor
    learn(Notes.Floor(creation: position.creation, place: place))
    note()
  }

  /// Looks soon how far the group is, after an event was acknowledged.
  func acknowledged(_ consumer: @escaping @Sendable () -> (any TransportConsumer)?) {
    if isPlanned { return }
    isPlanned = true
    context.worker.schedule(after: Self.pause) { [weak self] in
      guard let self else { return }
      isPlanned = false
      guard let consumer = consumer() else { return }
      let creation = consumer.position.creation
      consumer.look { [self] place in
        context.worker.perform { [self] in
          learn(Notes.Floor(creation: creation, place: place))
          note()
        }
      }
    }
  }

  /// A floor of an earlier stream of the same name counts less than any of the present one.
  private func learn(_ floor: Notes.Floor) {
    if let known, known.creation == floor.creation, known.place >= floor.place { return }
    known = floor
  }

  private func note() {
    guard let known, known != noted else { return }
    noted = known
    notes.note(known, of: settings)
  }
}
