#if Inspector
  internal import Foundation
  internal import NIOCore

  /// The form in which answers are written.
  enum JSON {
    /// Returns the value as JSON with sorted keys.
    static func encoded(_ value: some Encodable) throws -> ByteBuffer {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Rates could be infinite only if time stood still; JSON has no word for that.
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return ByteBuffer(bytes: try encoder.encode(value))
    }

    /// Returns the whole number under `key` in a JSON object; nil if there is no body.
    static func number(_ key: String, in body: [UInt8]) throws(RequestError) -> Int? {
      if body.isEmpty { return nil }
      guard let object = try? JSONDecoder().decode([String: Int].self, from: Data(body)) else {
        throw RequestError(.badRequest, "The body is no JSON object with whole numbers, such as {\"\(key)\":100}.")
      }
      return object[key]
    }
  }
#endif
