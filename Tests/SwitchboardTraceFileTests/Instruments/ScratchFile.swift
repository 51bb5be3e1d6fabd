import Foundation
import Testing

/// Calls `body` with the path of an empty file that exists until `body` returns.
@discardableResult
func withScratchFile<Result>(_ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-trace-\(UUID())").path
  try write([], to: path)
  defer { unlink(path) }
  return try body(path)
}

func bytes(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    try #require(count >= 0)
    if count == 0 { return bytes }
    bytes.append(contentsOf: chunk[..<count])
  }
}

func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  try #require(write(descriptor, bytes, bytes.count) == bytes.count)
}
