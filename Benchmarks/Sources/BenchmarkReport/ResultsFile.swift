import BenchmarkResults
import Foundation

/// Reads and writes `results.json`. When the file cannot be read, the errors are in plain words.
public enum ResultsFile {
  /// Returns JSON with sorted keys and explicit nulls, so that two files differ only where their figures differ. An
  /// array of numbers takes one line.
  public static func data(_ results: Results) throws -> Data {
    try JSONFile.data(results)
  }

  public static func read(_ url: URL) throws(ReportError) -> Results {
    try JSONFile.read(Results.self, schema: Results.schema, from: url)
  }
}

/// JSON files that name their format in a member `schema`.
enum JSONFile {
  private struct Header: Decodable {
    var schema: String?
  }

  static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return CompactJSON.data(try encoder.encode(value)) + Data("\n".utf8)
  }

  static func read<Value: Decodable>(_ type: Value.Type, schema: String, from url: URL) throws(ReportError) -> Value {
    let path = url.relativePath
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .cannotRead(path: path, reason: reason(of: error))
    }
    guard let header = try? JSONDecoder().decode(Header.self, from: data) else {
      throw .notUsable(path: path, reason: "the file is not a JSON object")
    }
    guard header.schema == schema else {
      let found = header.schema.map { "“\($0)”" } ?? "missing"
      throw .notUsable(
        path: path,
        reason: """
          the schema is \(found), not “\(schema)”; make the file again with this version, or read it with the version \
          that wrote it
          """)
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw .notUsable(path: path, reason: error.place)
    } catch {
      throw .notUsable(path: path, reason: reason(of: error))
    }
  }

  /// Returns the system's error message without the path, which Foundation repeats.
  static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = underlying?.domain == NSPOSIXErrorDomain ? underlying?.code : nil
    if let code { return String(cString: strerror(Int32(code))) }
    return switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "the file does not exist"
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileWriteFileExists, .fileWriteUnknown: "another file or directory has this path"
    default: error.localizedDescription
    }
  }
}

extension DecodingError {
  /// The problem, and its place in the file.
  fileprivate var place: String {
    let (context, problem): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "“\(key.stringValue)” is missing")
      case .valueNotFound(_, let context): (context, "a required value is null")
      case .typeMismatch(_, let context), .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "\(self)")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? problem : "\(problem), at \(path)"
  }
}
