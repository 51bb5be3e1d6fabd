import Foundation

/// A JSON value.
enum JSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  subscript(key: String) -> JSON? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }

  fileprivate var typeNames: Set<String> {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let value): value == value.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}

/// A check of JSON values against a schema, for the part of JSON Schema that the project's schema uses. A keyword that
/// the check does not know is a problem.
struct SchemaCheck {
  private let root: JSON
  /// The keys of objects that occurred, as `definition.key`.
  private(set) var seenKeys: Set<String> = []
  private(set) var problems: [String] = []

  init(schema: JSON) { root = schema }

  /// The keys that the schema has, as `definition.key`.
  var knownKeys: Set<String> {
    Set(definitions.flatMap { name, schema in (schema["properties"]?.members ?? [:]).keys.map { "\(name).\($0)" } })
  }

  private var definitions: [String: JSON] { root["$defs"]?.members ?? [:] }

  private static let annotations: Set<String> = ["$schema", "$id", "$defs", "title", "description"]

  mutating func check(_ value: JSON) { check(value, root, "", at: "$") }

  private mutating func check(_ value: JSON, _ schema: JSON, _ definition: String, at path: String) {
    for (keyword, rule) in schema.members where !Self.annotations.contains(keyword) {
      switch keyword {
      case "$ref":
        let name = String((rule.string ?? "").dropFirst("#/$defs/".count))
        guard let target = definitions[name] else {
          problems.append("\(path): the schema has no definition \(name)")
          continue
        }
        check(value, target, name, at: path)
      case "properties":
        for (key, member) in value.members {
          guard let known = rule[key] else { continue }
          seenKeys.insert("\(definition).\(key)")
          check(member, known, definition, at: "\(path).\(key)")
        }
      case "items":
        for (index, element) in value.elements.enumerated() {
          check(element, rule, definition, at: "\(path)[\(index)]")
        }
      default:
        if !holds(keyword, rule, value, schema) { problems.append("\(path): \(keyword) \(rule) does not hold") }
      }
    }
  }

  private func holds(_ keyword: String, _ rule: JSON, _ value: JSON, _ schema: JSON) -> Bool {
    switch keyword {
    case "type": !value.typeNames.isDisjoint(with: (rule.elements + [rule]).compactMap(\.string))
    case "const": value == rule
    case "enum": rule.elements.contains(value)
    case "required": rule.elements.compactMap(\.string).allSatisfy { value[$0] != nil }
    case "additionalProperties": Set(value.members.keys).isSubset(of: (schema["properties"]?.members ?? [:]).keys)
    case "minimum": value.number.map { $0 >= rule.number ?? .infinity } ?? true
    case "exclusiveMinimum": value.number.map { $0 > rule.number ?? .infinity } ?? true
    case "minLength": value.string.map { Double($0.count) >= rule.number ?? .infinity } ?? true
    case "minItems": value == .null || Double(value.elements.count) >= rule.number ?? .infinity
    case "pattern": (value.string ?? "").range(of: rule.string ?? "", options: .regularExpression) != nil
    default: false
    }
  }
}
