/// Who asks a question, and so in which part of the answer its sentence stands.
enum Reader: CaseIterable, Sendable {
  case user, builder

  var heading: String {
    switch self {
    case .user: "If you use Switchboard: what does it cost?"
    case .builder: "If you build registries: which storage?"
    }
  }
}
