/// The writes that the closure of ``DataBoard/batch(fileID:line:_:)`` collects. The board stores them when the
/// closure returns.
public struct BoardBatch: ~Copyable {
  let board: DataBoard
  let fileID: StaticString
  let line: UInt32
  /// The last write of each key, in the order in which the keys were first written.
  var writes: [any AnyWrite] = []
  var places: [WrittenKey: Int] = [:]

  struct WrittenKey: Hashable {
    let name: String
    let type: ObjectIdentifier
  }

  protocol AnyWrite: AnyObject {
    func hold(_ core: BoardCore)
    func store(_ core: BoardCore, _ fileID: StaticString, _ line: UInt32)
    func release(_ fileID: StaticString, _ line: UInt32)
  }

  final class Write<Value: Sendable>: AnyWrite {
    let key: BoardKey<Value>
    var value: Value?
    var feed: Feed<Value>?

    init(_ key: BoardKey<Value>, _ value: Value?) { (self.key, self.value) = (key, value) }

    func hold(_ core: BoardCore) {
      repeat { feed = core.currentFeed(of: key) } while feed?.hold() == false
    }

    func store(_ core: BoardCore, _ fileID: StaticString, _ line: UInt32) {
      _ = core.write(&value, key, fileID: fileID, line: line)
    }

    func release(_ fileID: StaticString, _ line: UInt32) { feed?.release(fileID: fileID, line: line) }
  }

  /// Records a value for `key`. The board stores the value when the closure returns.
  ///
  /// - Parameters:
  ///   - value: The value to store. A later write of the key replaces it.
  ///   - key: The key to write.
  public mutating func set<Value>(_ value: Value, for key: BoardKey<Value>) { write(value, key, "set") }

  /// Records the removal of the value of `key`. The board removes the value when the closure returns.
  ///
  /// - Parameter key: The key whose value goes. A later write of the key takes the place of the removal.
  public mutating func removeValue<Value>(for key: BoardKey<Value>) { write(nil, key, "removeValue") }

  /// The value that the batch has last recorded for `key`, which is nil after a removal. If the batch has recorded
  /// nothing for `key`, the value on the board.
  ///
  /// - Parameter key: The key to read or write.
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
  /// Writes several keys, and then delivers each change once. A subscriber that reads the other keys finds them
  /// written. Returns what `body` returns.
  ///
  /// `body` collects the writes. When `body` returns, the board stores all of them, and then delivers them in the order
  /// in which the keys were first written. If `body` throws, the board stores nothing. The batch is not a transaction:
  /// another thread may see some of the keys written before the rest.
  ///
  /// Cost: as much as one set for each key, plus one allocation for each collected write and a dictionary.
  ///
  /// - Parameter body: Records the writes in its parameter. Runs once, inside this call, with no lock held.
  public func batch<Result, Failed: Error>(
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
