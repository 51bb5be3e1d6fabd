import Foundation

/// The programs that tests run as child processes. They are one target, because each target of a package costs time to
/// build and to link.
///
///     TestPrograms bus-order                     prints the order of deliveries
///     TestPrograms load ROUNDS [--wait]          a load on four threads, to be traced; prints what it has counted
///     TestPrograms leaks [FOLDER]                ends while subscriptions are alive, in another folder
///     TestPrograms parent PROGRAM [ARGUMENTS…]   runs a child process between its own sends
///     TestPrograms path NAME                     takes one path through the library, for Tests/Lint/paths_to_read.py
///     TestPrograms documented                    the code of Switchboard.docc/Tracing.md, with the trait Tracing
@main @MainActor
enum TestPrograms {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "bus-order": printBusOrder()
    case "load": TracedLoad.run(rest)
    case "leaks":
      endWithSubscriptions()
      if let folder = rest.first, !FileManager.default.changeCurrentDirectoryPath(folder) { fail("no \(folder)") }
    case "parent" where !rest.isEmpty: try runTracedParent(rest)
    case "path" where rest.count == 1: if !PathsToRead.run(rest[0]) { fail("no path \(rest[0])") }
    #if Tracing
      case "documented": try runDocumentedTracing()
    #endif
    default:
      fail(
        """
        usage: TestPrograms bus-order | load ROUNDS [--wait] | leaks [FOLDER] | parent PROGRAM [ARGUMENTS…] \
        | path NAME | documented
        """)
    }
  }

  /// Ends the program with the status of a wrong command line.
  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
  }
}
