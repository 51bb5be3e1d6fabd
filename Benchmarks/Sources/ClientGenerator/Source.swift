/// What a chain begins with.
enum Source: Sendable {
  /// A subject, which gets two values.
  case subject
  /// A property, which is set once.
  case property
  /// Two subjects, merged. OpenCombine has no merge: a sequence of both, flattened, has the same effect.
  case merged
  /// A subject beside a second one of texts, `texts`.
  case paired
  /// Two values.
  case values
  /// A value that is made for each subscription, and can fail.
  case request

  /// Returns the declarations, the first part of the chain, and the statements after the subscription.
  func code(_ type: ValueType, _ library: Library) -> (declarations: [String], head: String, statements: [String]) {
    let sends = ["for value in [\(type.first), \(type.second)] { source.send(value) }"]
    switch self {
    case .subject: return (["let source = \(subject(type.name, library))"], "source", sends)
    case .property:
      let creation = library == .switchboard ? "Property" : "CurrentValueSubject<\(type.name), Never>"
      return (["let source = \(creation)(\(type.first))"], "source", ["source.value = \(type.second)"])
    case .merged:
      return (
        ["source", "other"].map { "let \($0) = \(subject(type.name, library))" }
          + ["let both = " + (library == .switchboard ? "source.merge(with: other)" : sequence)],
        "both", sends + ["other.send(\(type.first))"]
      )
    case .paired:
      return (
        ["let source = \(subject(type.name, library))", "let texts = \(subject("String", library))"], "source",
        sends + [#"texts.send("one")"#]
      )
    case .values:
      let values = "[\(type.first), \(type.second)]"
      return ([], library == .switchboard ? "Signal<\(type.name), Never>(\(values))" : "\(values).publisher", [])
    case .request:
      let name = type.name
      return (
        ["let isOnline = CommandLine.arguments.count < 3"],
        library == .switchboard
          ? "Signal<\(name), Fault>.deferred { isOnline ? .just(\(type.first)) : .fail(.refused) }"
          : "Deferred { Result<\(name), Fault>.Publisher(isOnline ? .success(\(type.first)) : .failure(.refused)) }",
        []
      )
    }
  }

  private var sequence: String { "[source, other].publisher.flatMap { $0 }" }

  private func subject(_ type: String, _ library: Library) -> String {
    "\(library == .switchboard ? "PublishSubject" : "PassthroughSubject")<\(type), Never>()"
  }
}
