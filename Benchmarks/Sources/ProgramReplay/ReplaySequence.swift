import Foundation

/// The operations that one sample repeats: a whole recorded program, or a part of a long one.
public struct ReplaySequence: Equatable, Sendable {
  public var registries: Int
  public var subscriptions: Int
  /// The subscriptions before the first operation.
  public var start: [Operation]
  public var operations: [Operation]
  /// The number of calls of handlers.
  public var deliveries: Int
  /// The work of all operations: see ``Occupancy/cost(of:)``.
  public var cost: Int

  /// The highest cost of a sequence, which takes a few milliseconds. A longer program is cut.
  public static let costLimit = 1_000_000

  /// - Parameter limit: The highest cost. Of a longer program, the sequence is the middle part, because its beginning
  ///   and its end are often unlike the rest. It has at least 64 operations.
  public init(_ program: RecordedProgram, limit: Int = Self.costLimit) {
    var occupancy = Occupancy(registries: program.registries.count)
    for operation in program.start { occupancy.apply(operation) }
    let atStart = occupancy
    let costs = program.operations.map { operation in
      defer { occupancy.apply(operation) }
      return occupancy.cost(of: operation)
    }
    let part = Self.part(costs, limit: limit)
    occupancy = atStart
    var alive = Dictionary(
      program.start.enumerated().map { ($1.subscription, (place: $0, operation: $1)) }, uniquingKeysWith: { $1 })
    for (place, operation) in program.operations[..<part.lowerBound].enumerated() {
      occupancy.apply(operation)
      switch operation.kind {
      case .subscribe: alive[operation.subscription] = (program.start.count + place, operation)
      case .dispose: alive[operation.subscription] = nil
      case .send: break
      }
    }
    var numbers = Numbers()
    operations = program.operations[part].map { numbers.compact($0) }
    // Registries that the part leaves alone are not built. Subscribers join in their recorded order.
    start = alive.values.filter { numbers.registries[$0.operation.registry] != nil }.sorted { $0.place < $1.place }
      .map { numbers.compact($0.operation) }
    registries = numbers.registries.count
    subscriptions = numbers.subscriptions.count
    cost = costs[part].reduce(0, +)
    deliveries = program.operations[part].reduce(into: 0) { sum, operation in
      occupancy.apply(operation)
      if operation.kind == .send { sum += occupancy.counts[Int(operation.registry)] }
    }
  }

  private static func part(_ costs: [Int], limit: Int) -> Range<Int> {
    let total = costs.reduce(0, +)
    guard total > limit else { return costs.indices }
    var first = 0
    var skipped = 0
    while first < costs.count, skipped < (total - limit) / 2 {
      skipped += costs[first]
      first += 1
    }
    var end = first
    var taken = 0
    while end < costs.count, taken < limit || end - first < 64 {
      taken += costs[end]
      end += 1
    }
    // A few costly operations at the end are too few.
    return max(0, min(first, end - 64))..<end
  }
}

/// New numbers for the registries and subscriptions of a part of a program, without gaps.
private struct Numbers {
  var registries: [UInt32: UInt32] = [:]
  var subscriptions: [UInt32: UInt32] = [:]

  mutating func compact(_ operation: Operation) -> Operation {
    var operation = operation
    operation.registry = Self.number(operation.registry, &registries)
    if operation.kind != .send { operation.subscription = Self.number(operation.subscription, &subscriptions) }
    return operation
  }

  private static func number(_ old: UInt32, _ numbers: inout [UInt32: UInt32]) -> UInt32 {
    if let known = numbers[old] { return known }
    let next = UInt32(numbers.count)
    numbers[old] = next
    return next
  }
}

extension ReplaySequence: Codable {
  private enum CodingKeys: CodingKey { case registries, subscriptions, start, operations, deliveries, cost }

  // Operations are stored as bytes: each measuring process reads the file, and to read a million objects takes seconds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    registries = try container.decode(Int.self, forKey: .registries)
    subscriptions = try container.decode(Int.self, forKey: .subscriptions)
    start = Self.operations(try container.decode(Data.self, forKey: .start))
    operations = Self.operations(try container.decode(Data.self, forKey: .operations))
    deliveries = try container.decode(Int.self, forKey: .deliveries)
    cost = try container.decode(Int.self, forKey: .cost)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(registries, forKey: .registries)
    try container.encode(subscriptions, forKey: .subscriptions)
    try container.encode(Self.data(start), forKey: .start)
    try container.encode(Self.data(operations), forKey: .operations)
    try container.encode(deliveries, forKey: .deliveries)
    try container.encode(cost, forKey: .cost)
  }

  private static func data(_ operations: [Operation]) -> Data {
    var words: [UInt32] = []
    words.reserveCapacity(3 * operations.count)
    for operation in operations {
      words.append(operation.kind.rawValue)
      words.append(operation.registry)
      words.append(operation.subscription)
    }
    return words.withUnsafeBytes { Data($0) }
  }

  private static func operations(_ data: Data) -> [Operation] {
    data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 12, by: 12).compactMap { place in
        func word(_ index: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: place + 4 * index, as: UInt32.self) }
        return Operation.Kind(rawValue: word(0)).map {
          Operation($0, registry: Int(word(1)), subscription: Int(word(2)))
        }
      }
    }
  }
}
