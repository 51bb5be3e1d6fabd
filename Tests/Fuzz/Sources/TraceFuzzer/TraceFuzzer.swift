import CFuzzDriver
import Foundation
import Switchboard

@main
private enum TraceFuzzer {
  static func main() {
    var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
    exit(LLVMFuzzerRunDriver(&count, &arguments) { readTrace($0!, $1) })
  }
}

/// Gives the bytes to the reader of trace files: records and then an error, or the end; the same when it is read again.
private func readTrace(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  ScratchFile.write(UnsafeRawBufferPointer(start: bytes, count: count))
  let first = outcome()
  precondition(first.records <= count, "\(first.records) records of \(count) bytes")
  precondition(first == outcome(), "the second reading of the same bytes differs")
  if var reader = try? PerfettoReader(path: ScratchFile.path) { _ = try? reader._totals() }
  return 0
}

private struct Outcome: Equatable {
  var records = 0
  var isComplete = false
  var error: TraceFileError?
}

private func outcome() -> Outcome {
  var outcome = Outcome()
  do throws(TraceFileError) {
    var reader = try PerfettoReader(path: ScratchFile.path)
    while let record = try reader.next() {
      outcome.records += 1
      _ = (reader.symbols.site(of: record), reader.symbols.label(of: record), reader.symbols.thread(of: record))
    }
    outcome.isComplete = reader.isComplete
  } catch {
    precondition(!error.description.isEmpty)
    outcome.error = error
  }
  return outcome
}

/// The file that holds the bytes of a run, because the reader is given a path.
private enum ScratchFile {
  static let path = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-fuzz-\(getpid())").path
  private static let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)

  static func write(_ bytes: UnsafeRawBufferPointer) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count else {
      fatalError("\(path): cannot write the bytes of a run; free some space")
    }
  }
}
