import BenchmarkHarness
import Foundation

/// What this program says to the processes that it starts, and what they answer.
enum Message {
  /// Returns a value as an argument of a process.
  static func text(_ value: some Encodable) -> String { String(decoding: data(value), as: UTF8.self) }

  /// Answers the process that started this one.
  static func answer(_ value: some Encodable) { FileHandle.standardOutput.write(data(value)) }

  /// Returns the value in the first argument. Ends the process if there is none.
  static func read<Value: Decodable>(_ arguments: [String], of command: String, as: Value.Type = Value.self) -> Value {
    if let value = arguments.first.flatMap({ try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }) {
      return value
    }
    StandardError.write("\(command) needs an argument, which the program gives to the processes that it starts\n")
    exit(64)
  }

  // Encoding numbers and texts cannot fail.
  private static func data(_ value: some Encodable) -> Data { (try? JSONEncoder().encode(value)) ?? Data() }
}
