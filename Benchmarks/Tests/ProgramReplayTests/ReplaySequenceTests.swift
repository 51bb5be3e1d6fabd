import Foundation
import ProgramReplay
import Testing

@Suite("The operations that a sample repeats")
struct ReplaySequenceTests {
  private static var names: RecordingBuilder.Names {
    RecordingBuilder.Names(label: { _ in (nil, "") }, line: { _ in nil })
  }

  /// Returns a program with a registry that one subscriber joins per two sends, and a second registry that is used at
  /// the beginning only.
  private func program(joins: Int) -> RecordedProgram {
    var builder = RecordingBuilder()
    builder.add(RecordedEvent(.subscribe, registry: 2, subscription: 1_000_000, count: 1))
    for index in 0..<UInt64(joins) {
      builder.add(RecordedEvent(.subscribe, registry: 1, subscription: index + 1, count: index + 1))
      for _ in 0..<2 { builder.add(RecordedEvent(.send(isLast: false), registry: 1)) }
    }
    return builder.program("program", Self.names)
  }

  @Test func `a short program is replayed as a whole`() {
    let program = program(joins: 3)
    let sequence = ReplaySequence(program)
    #expect(sequence.operations == program.operations)
    #expect((sequence.registries, sequence.subscriptions, sequence.start) == (2, 4, []))
    #expect(sequence.deliveries == 2 * (1 + 2 + 3))
    #expect(sequence.cost == 4 + 2 * (2 + 3 + 4))
  }

  @Test func `of a long program the middle part is replayed, with the subscribers that it finds`() throws {
    let program = program(joins: 1000)
    let sequence = ReplaySequence(program, limit: 100_000)
    #expect(sequence.cost >= 100_000 && sequence.cost < 102_000)
    #expect(sequence.registries == 1, "the other registry has no operation in the part")
    #expect(sequence.start.allSatisfy { $0.kind == .subscribe })
    let joins = sequence.operations.count { $0.kind == .subscribe }
    // The costs before and after the part are about equal; costs grow with the square of the subscribers.
    #expect((600..<700).contains(sequence.start.count))
    #expect(sequence.subscriptions == sequence.start.count + joins)
    #expect(
      Set((sequence.start + sequence.operations).filter { $0.kind == .subscribe }.map(\.subscription)).count
        == sequence.subscriptions)
    #expect(sequence.deliveries == deliveries(of: sequence))
  }

  @Test func `a part has at least 64 operations`() {
    #expect(ReplaySequence(program(joins: 1000), limit: 1).operations.count == 64)
    #expect(ReplaySequence(program(joins: 10), limit: 1).operations.count == 31)
  }

  @Test func `subscribers that left before the part are not there`() {
    var program = program(joins: 1000)
    let leavers = (1...100).map { Operation(.dispose, registry: 1, subscription: $0) }
    let place = program.operations.count / 3
    program.operations.insert(contentsOf: leavers, at: place)
    let sequence = ReplaySequence(program, limit: 10_000)
    #expect(sequence.start.count > 500)
    #expect(sequence.deliveries == deliveries(of: sequence))
  }

  /// Returns the calls of handlers when the operations are done on the subscribers at the start.
  private func deliveries(of sequence: ReplaySequence) -> Int {
    var subscribers = [Set<UInt32>](repeating: [], count: sequence.registries)
    return (sequence.start + sequence.operations).reduce(0) { sum, operation in
      switch operation.kind {
      case .subscribe: subscribers[Int(operation.registry)].insert(operation.subscription)
      case .dispose: subscribers[Int(operation.registry)].remove(operation.subscription)
      case .send: return sum + subscribers[Int(operation.registry)].count
      }
      return sum
    }
  }

  @Test func `a sequence survives its file`() throws {
    let sequence = ReplaySequence(program(joins: 100), limit: 500)
    let read = try JSONDecoder().decode(ReplaySequence.self, from: JSONEncoder().encode(sequence))
    #expect(read == sequence)
    #expect(!read.start.isEmpty && !read.operations.isEmpty)
  }
}
