import BenchmarkResults
import CFuzzDriver
import Foundation

private let file = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-fuzz-\(getpid()).json")

@main
private enum ResultsFuzzer {
  static func main() {
    var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
    exit(LLVMFuzzerRunDriver(&count, &arguments) { readResults($0!, $1) })
  }
}

/// Gives the bytes to the reader of benchmark results: results or an error. What can be read can be written, and is
/// then the same.
private func readResults(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard (try? Data(bytes: bytes, count: count).write(to: file)) != nil else { fatalError("cannot write \(file.path)") }
  do throws(ReportError) {
    let results = try ResultsFile.read(file)
    guard let data = try? ResultsFile.data(results) else { return 0 }
    guard (try? data.write(to: file)) != nil else { fatalError("cannot write \(file.path)") }
    let again = try ResultsFile.read(file)
    precondition(again == results, "written results differ when they are read again")
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}
