/// Something that a program observed.
struct Note: Equatable, Sendable {
  enum Kind: Sendable {
    case value, removed, error, completed
    /// An action ran, because its bag or lifetime was disposed.
    case action
    case ownerDied
    case failure
    /// The result of a read, a dispatch or a census.
    case result
    /// The number of handlers that are alive after a step.
    case alive
  }
  var kind: Kind
  var slot: Int
  var value: Int

  init(_ kind: Kind, _ slot: Int, _ value: Int = 0) { (self.kind, self.slot, self.value) = (kind, slot, value) }
}

extension Note: CustomStringConvertible {
  var description: String {
    switch kind {
    case .value: "s\(slot) \(value)"
    case .removed: "s\(slot) nil"
    case .error: "s\(slot) error \(value)"
    case .completed: "s\(slot) completed"
    case .action: "a\(slot) ran"
    case .ownerDied: "owner\(slot) died"
    case .failure: "bus\(slot) failure \(value)"
    case .result: "result \(value)"
    case .alive: "\(value) handlers alive"
    }
  }
}

/// The world that a program runs in: the library, or the model of the library.
protocol World: AnyObject {
  /// What has happened, and which reactions are still to come.
  var diary: Diary { get set }

  func perform(_ action: Action)

  /// The number of handlers that have not been released, without those of owners that have no lifetime.
  var aliveHandlers: Int { get }

  /// Lets go of everything, in a fixed order.
  func tearDown()
}

struct Diary {
  var notes: [Note] = []
  /// The reactions of the handler of each slot that are still to come.
  var reactions: [[Action?]]
  /// The number of actions that were done.
  var actions = 0

  init(slots: Int) { reactions = Array(repeating: [], count: slots) }
}

extension World {
  func note(_ note: Note) { diary.notes.append(note) }
  func result(_ value: Int) { note(Note(.result, 0, value)) }
  func result(_ value: Int?) { result(value ?? -1) }

  /// Does an action, and counts it.
  func `do`(_ action: Action) {
    diary.actions += 1
    perform(action)
  }

  /// The body of every handler: notes the call, and does the next reaction.
  func called(_ kind: Note.Kind, _ slot: Int, _ value: Int = 0) {
    note(Note(kind, slot, value))
    if diary.reactions[slot].isEmpty { return }
    if let reaction = diary.reactions[slot].removeFirst() { self.do(reaction) }
  }

  func step(_ action: Action) {
    self.do(action)
    note(Note(.alive, 0, aliveHandlers))
  }

  func finish() {
    tearDown()
    note(Note(.alive, 0, aliveHandlers))
  }
}
