import Foundation

/// The programs that tests run as child processes. They are one target, because each target of a package costs time to
/// build and to link.
///
///     TestPrograms bus-order                     prints the order of deliveries
///     TestPrograms load ROUNDS [--wait]          a load on four threads, to be traced; prints what it has counted
///     TestPrograms parent PROGRAM [ARGUMENTS…]   runs a child process between its own sends
@main @MainActor
enum TestPrograms {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "bus-order": printBusOrder()
    case "load": TracedLoad.run(rest)
    case "parent" where !rest.isEmpty: try runTracedParent(rest)
    default: fail("usage: TestPrograms bus-order | load ROUNDS [--wait] | parent PROGRAM [ARGUMENTS…]")
    }
  }

  /// Ends the program with the status of a wrong command line.
  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
  }
}
