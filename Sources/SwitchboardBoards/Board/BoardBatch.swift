/// What ``DataBoard/perform(fileID:line:_:)`` is going to write. For the closure that is given it.
public struct BoardBatch: ~Copyable {
  let board: DataBoard
  let fileID: StaticString
  let line: UInt32
  /// The last write of each key, in the order of the first.
  var writes: [AnyWrite] = []
  var places: [WrittenKey: Int] = [:]

  struct WrittenKey: Hashable {
    let name: String
    let type: ObjectIdentifier
  }

  class AnyWrite {
    func hold(_ core: BoardCore) {}
    func store(_ core: BoardCore, _ fileID: StaticString, _ line: UInt32) {}
    func release(_ fileID: StaticString, _ line: UInt32) {}
  }

  final class Write<Value: Sendable>: AnyWrite {
    let key: BoardKey<Value>
    var value: Value?
    var feed: Feed<Value>?

    init(_ key: BoardKey<Value>, _ value: Value?) { (self.key, self.value) = (key, value) }

    override func hold(_ core: BoardCore) {
      feed = core.currentFeed(of: key)
      while let current = feed, !current.hold() { feed = core.currentFeed(of: key) }
    }

    override func store(_ core: BoardCore, _ fileID: StaticString, _ line: UInt32) {
      _ = core.write(&value, key, fileID: fileID, line: line)
    }

    override func release(_ fileID: StaticString, _ line: UInt32) { feed?.release(fileID: fileID, line: line) }
  }

  /// Sets a value, when the batch is over.
  public mutating func set<Value>(_ value: Value, for key: BoardKey<Value>) { write(value, key, "set") }

  /// Removes a value, when the batch is over.
  public mutating func removeValue<Value>(for key: BoardKey<Value>) { write(nil, key, "removeValue") }

  /// What the batch has for the key, or else the board.
  public subscript<Value>(key: BoardKey<Value>) -> Value? {
    get {
      guard let place = places[WrittenKey(name: key.name, type: ObjectIdentifier(Value.self))],
        let write = writes[place] as? Write<Value>
      else { return board[key] }
      return write.value
    }
    set { write(newValue, key, "subscript") }
  }

  private mutating func write<Value>(_ value: Value?, _ key: BoardKey<Value>, _ operation: StaticString) {
    guard board.core.names(key, operation, fileID, line) else { return }
    let written = WrittenKey(name: key.name, type: ObjectIdentifier(Value.self))
    if let place = places[written] {
      writes[place] = Write(key, value)
    } else {
      places[written] = writes.count
      writes.append(Write(key, value))
    }
  }
}

extension DataBoard {
  /// Writes several keys, and then tells who observes them, once each: so an observer that reads the other keys finds them written.
  ///
  /// `body` collects; when it returns all is stored, and then told, in the order in which the keys were first written. If it throws,
  /// nothing is. Another thread may see some of the keys written before the others: it is no transaction.
  ///
  /// Cost: as so many sets; an allocation for each key, and a dictionary.
  public func perform<Result, Failed: Error>(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ body: (inout BoardBatch) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    var batch = BoardBatch(board: self, fileID: fileID, line: line)
    let result = try body(&batch)
    for write in batch.writes { write.hold(core) }
    for write in batch.writes { write.store(core, fileID, line) }
    for write in batch.writes { write.release(fileID, line) }
    return result
  }
}
