#if Tools
  import Foundation
  import SwitchboardTraceFile

  /// A census that a command reads from a file or from standard input.
  struct CensusInput {
    let document: CensusDocument
    /// The path, or `standard input`, for messages.
    let name: String

    /// Reads the census. Ends the command with status 66 if the file cannot be opened, and with status 65 if it is no
    /// census.
    init(_ path: String) throws {
      name = path == "-" ? "standard input" : path
      let bytes = Data(try InputBytes.read(path))
      do {
        document = try JSONDecoder().decode(CensusDocument.self, from: bytes)
      } catch {
        throw Failure.badData(reason: "\(name): \(Self.reason(error, bytes))").reported()
      }
    }

    /// Returns why the bytes are no census, as a sentence.
    private static func reason(_ error: any Error, _ bytes: Data) -> String {
      switch error {
      case let error as CensusError: return error.description
      case _ where bytes.isEmpty: return "the file is empty, and no census. \(remedy)"
      // An inspector that refuses a request says so in JSON, which curl then saves.
      case _ where (try? JSONDecoder().decode(ErrorAnswer.self, from: bytes)) != nil:
        let answer = try? JSONDecoder().decode(ErrorAnswer.self, from: bytes)
        return "the file is no census, but an error that the inspector answered: \(answer?.error.visible ?? "")"
      case let error as DecodingError: return "the file is no census: \(Self.fault(error, bytes)). \(remedy)"
      default: return "the file is no census: \(error). \(remedy)"
      }
    }

    private static let remedy = "A census is what an inspector answers at /census.json."

    private static func fault(_ error: DecodingError, _ bytes: Data) -> String {
      switch error {
      case .keyNotFound(let key, let context): return "the key \(place(context.codingPath + [key])) is missing"
      case .typeMismatch(_, let context) where context.codingPath.isEmpty: return "it is no JSON object"
      case .valueNotFound(_, let context): return "the value of \(place(context.codingPath)) is null"
      case .typeMismatch(_, let context): return "the value of \(place(context.codingPath)) has the wrong type"
      case .dataCorrupted where (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) == nil:
        return "it is not JSON"
      // Foundation does not say where a number stands that does not fit.
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        return "a number in it is impossible, such as a count below 0"
      case .dataCorrupted(let context): return "the value of \(place(context.codingPath)) is impossible"
      @unknown default: return "\(error)"
      }
    }

    /// Returns a path such as `registries[3].sends`.
    private static func place(_ path: [any CodingKey]) -> String {
      var text = ""
      for key in path {
        text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
      }
      return text
    }
  }

  /// What an inspector answers instead of what was asked for.
  struct ErrorAnswer: Decodable { let error: String }
#endif
