import SwitchboardLink

/// The processes of the soak test. See `Tests/NATS/soak.py`.
///
///     soak publisher --server URL --sender K --from N --to M --log FILE [--in-flight N] [--rate N]
///     soak member --server URL --group G --log FILE
@main
enum Soak {
  static func main() async {
    let arguments = Arguments(CommandLine.arguments.dropFirst(2))
    switch CommandLine.arguments.dropFirst().first {
    case "publisher": await Publisher.run(arguments)
    case "member": await Member.run(arguments)
    default: fail("use: soak publisher … | soak member …")
    }
  }
}

extension LinkOptions {
  /// A short deadline, so that what a killed member held comes again soon.
  static var soak: LinkOptions {
    var options = LinkOptions()
    options.acknowledgementDeadline = .seconds(4)
    options.whenFull = .refuse
    return options
  }
}
