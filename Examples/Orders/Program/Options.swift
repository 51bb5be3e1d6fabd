import LocalSockets

/// The command line.
struct Options {
  enum Part: String {
    case both
    case shop
    case worker
  }

  var part = Part.both
  var count: Int?
  var name = "a"
  var server = "nats://127.0.0.1:4222"

  static let usage = """
    usage: Orders [--count N]                 the shop and a worker in one program, without a server
           Orders shop [--count N] [--name NAME] [--server URL]
                                              a shop; each shop has a name of its own, by default a
           Orders worker [--server URL]       a worker; as many as you like
           The address is nats://127.0.0.1:4222 by default.
    """

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)
    if let named = rest.first.flatMap(Part.init(rawValue:)), named != .both {
      part = named
      rest.removeFirst()
    }
    while !rest.isEmpty {
      let option = rest.removeFirst()
      let value = rest.isEmpty ? "" : rest.removeFirst()
      switch option {
      case "--count" where part != .worker && (Int(value) ?? 0) > 0: count = Int(value)
      case "--name" where part == .shop && !value.isEmpty: name = value
      case "--server" where part != .both && !value.isEmpty: server = value
      default: fail("Orders: cannot understand “\(option)”\n\(Self.usage)", status: 64)
      }
    }
  }
}
