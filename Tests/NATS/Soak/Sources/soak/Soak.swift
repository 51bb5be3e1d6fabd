import SwitchboardLink
import SwitchboardNATS

/// The processes of the soak test. See `Tests/NATS/soak.py`.
///
///     soak publisher --server URL,… --sender K --from N --to M --log FILE [--in-flight N] [--rate N] [--replicas N]
///       [--unconfirmed N] [--bytes N]
///     soak member --server URL,… --group G --log FILE [--replicas N]
///     soak ill-publisher --server URL,… --from N --log FILE [--rate N]
///     soak ill-member --server URL,… --group G --log FILE
@main
enum Soak {
  static func main() async {
    let arguments = Arguments(CommandLine.arguments.dropFirst(2))
    switch CommandLine.arguments.dropFirst().first {
    case "publisher": await Publisher.run(arguments)
    case "member": await Member.run(arguments)
    case "ill-publisher": await Ill.publish(arguments)
    case "ill-member": await Ill.handle(arguments)
    default: fail("use: soak publisher … | soak member … | soak ill-publisher … | soak ill-member …")
    }
  }
}

extension Arguments {
  /// The engine, with one or several servers.
  var transport: NATSTransport {
    NATSTransport(servers: text("server").split(separator: ",").map(String.init))
  }

  /// A short deadline, so that what a killed member held comes again soon.
  var options: LinkOptions {
    var options = LinkOptions()
    options.acknowledgementDeadline = .seconds(4)
    options.whenFull = .refuse
    options.replicas = number("replicas", default: options.replicas)
    options.unconfirmedLimit = number("unconfirmed", default: options.unconfirmedLimit)
    return options
  }
}
