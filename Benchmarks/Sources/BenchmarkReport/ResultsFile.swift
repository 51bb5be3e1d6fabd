import BenchmarkResults
import Foundation

/// `results.json` as bytes: one way to write it, and errors in plain words when it cannot be read.
public enum ResultsFile {
  /// Sorted keys and explicit nulls, so that two files differ only where their figures do.
  public static func data(_ results: Results) throws -> Data {
    try JSONFile.data(results)
  }

  public static func read(_ url: URL) throws(ReportError) -> Results {
    try JSONFile.read(Results.self, schema: Results.schema, from: url)
  }
}

/// Files that say in a member `schema` what they are.
enum JSONFile {
  private struct Header: Decodable {
    var schema: String?
  }

  static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value) + Data("\n".utf8)
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
      throw .notUsable(path: path, reason: "it is not a JSON object")
    }
    guard header.schema == schema else {
      throw .notUsable(
        path: path, reason: "its schema is \(header.schema.map { "“\($0)”" } ?? "missing"), not “\(schema)”")
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw .notUsable(path: path, reason: error.place)
    } catch {
      throw .notUsable(path: path, reason: reason(of: error))
    }
  }

  /// The system's words, without the path, which Foundation repeats.
  static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = underlying?.domain == NSPOSIXErrorDomain ? underlying?.code : nil
    if let code { return String(cString: strerror(Int32(code))) }
    return switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileWriteFileExists, .fileWriteUnknown: "something else is in the way"
    default: error.localizedDescription
    }
  }
}

extension DecodingError {
  /// Where in the file, and what was wrong there.
  fileprivate var place: String {
    let (context, problem): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "“\(key.stringValue)” is missing")
      case .valueNotFound(_, let context): (context, "a value is null that may not be")
      case .typeMismatch(_, let context), .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "\(self)")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? problem : "\(problem), at \(path)"
  }
}
