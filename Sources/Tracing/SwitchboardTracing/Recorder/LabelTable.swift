/// Labels by number. Not thread-safe.
///
/// A label without a name stays for ever: a program has a limited number of types. Programs make names at run time, so
/// a label with a name lives as long as something uses it, and after that a while longer, because records may refer to
/// it. Of the names that nothing uses any more, the newest stay, and those that records in rings have.
///
/// The numbers of names are given out in a circle, so a number gets its next name as late as possible.
package struct LabelTable {
  private struct Key: Hashable {
    var type: UInt32
    var name: String
  }

  private struct Entry {
    var key: Key
    var uses = 1
    /// How often the last use has ended.
    var ends = 0
    /// The stamp since which the number stands for this name; 0: it has stood for no other name since
    /// ``restartCircle()``.
    var begin: UInt64
    /// Whether the name is a value of the program, which inspectors do not show.
    var isValue: Bool
  }

  private var typeNumbers: [ObjectIdentifier: UInt32] = [:]
  private var types: [Any.Type?] = [nil]
  private var numbers: [Key: UInt32] = [:]
  private var entries: [UInt32: Entry] = [:]
  /// The names whose last use has ended, in that order. A name that was used again is obsolete here: its entry counts
  /// more ends, or has a use.
  private var unused: [(number: UInt32, ends: Int)] = []
  /// How long that list was when names were forgotten.
  private var settled = 0
  /// The number that was given out last.
  private var last: UInt32
  /// How many numbers have been given out or passed over since ``restartCircle()``.
  private var given = 0
  /// The numbers of names. Lower numbers are those of labels without names.
  private let named: Range<UInt32>

  package init(named: Range<UInt32>) { (self.named, last) = (named, named.upperBound - 1) }

  /// Returns the number of a type's label, or 0 if there are too many types.
  package mutating func number(of type: Any.Type) -> UInt32 {
    let key = ObjectIdentifier(type)
    if let known = typeNumbers[key] { return known }
    guard types.count < named.lowerBound else { return 0 }
    let number = UInt32(types.count)
    types.append(type)
    typeNumbers[key] = number
    return number
  }

  /// Returns the number of the label with this type and name, and adds a use. Returns the number of the type, without
  /// the name, if names use half of the numbers. Does the same if each number has had a name and `stamp` returns nil:
  /// without a stamp, readers could not tell the two names of a number apart.
  package mutating func take(_ name: String, ofType type: UInt32, isValue: Bool, stamp: () -> UInt64?) -> UInt32 {
    let key = Key(type: type, name: name)
    if let known = numbers[key] {
      entries[known]?.uses += 1
      if isValue { entries[known]?.isValue = true }
      return known
    }
    var begin: UInt64 = 0
    if given >= named.count {
      guard let stamp = stamp() else { return type }
      begin = stamp
    }
    guard entries.count < named.count / 2 else { return type }
    repeat {
      last = last + 1 == named.upperBound ? named.lowerBound : last + 1
      given += 1
    } while entries[last] != nil
    entries[last] = Entry(key: key, begin: begin, isValue: isValue)
    numbers[key] = last
    return last
  }

  /// From now on, no number has stood for another name.
  package mutating func restartCircle() {
    if given >= named.count { for number in entries.keys { entries[number]?.begin = 0 } }
    given = 0
  }

  package func hasName(_ number: UInt32) -> Bool { number >= named.lowerBound }

  /// Ends one use of a name. Returns whether it is time to forget names: over twice as many as `kept`, and as were left
  /// the last time, are not used.
  package mutating func giveBack(_ number: UInt32, keeping kept: Int) -> Bool {
    guard var entry = entries[number] else { return false }
    entry.uses -= 1
    if entry.uses == 0 {
      entry.ends += 1
      unused.append((number, entry.ends))
    }
    entries[number] = entry
    return unused.count > 2 * max(kept, settled)
  }

  /// Forgets the names that nothing uses, except the newest and those with the numbers `needed`.
  package mutating func forget(allBut kept: Int, and needed: Set<UInt32> = []) {
    let current = unused.filter { entries[$0.number]?.uses == 0 && entries[$0.number]?.ends == $0.ends }
    let old = current.prefix(max(0, current.count - kept))
    for (number, _) in old where !needed.contains(number) {
      if let entry = entries.removeValue(forKey: number) { numbers[entry.key] = nil }
    }
    unused = old.filter { needed.contains($0.number) } + current.suffix(kept)
    settled = unused.count
  }

  /// The number of names, with those that nothing uses.
  package var nameCount: Int { entries.count }

  /// Returns nil if the number's name has been forgotten.
  package func label(_ number: UInt32) -> TraceLabel? {
    if !hasName(number) { return TraceLabel(type: typeName(number), name: nil) }
    return entries[number].map { TraceLabel(type: typeName($0.key.type), name: $0.key.name) }
  }

  private func typeName(_ number: UInt32) -> String {
    let type = Int(number) < types.count ? types[Int(number)] : nil
    return type.map { "\($0)" } ?? ""
  }

  /// Returns the number of the label without the name; 0 if the name has been forgotten.
  package func withoutName(_ number: UInt32) -> UInt32 { hasName(number) ? entries[number]?.key.type ?? 0 : number }

  package func isValue(_ number: UInt32) -> Bool { entries[number]?.isValue == true }

  /// Returns the stamp since which the number has its meaning; 0 if it had no other before; nil if its name has been
  /// forgotten.
  package func begin(of number: UInt32) -> UInt64? { hasName(number) ? entries[number]?.begin : 0 }
}
