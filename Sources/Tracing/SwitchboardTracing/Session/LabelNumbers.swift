/// The numbers by which a trace knows the labels of its records.
///
/// A number of the process may get another meaning; a number in a trace never does. So a trace numbers the labels that
/// its records use, and keeps their names as long as it lasts.
package struct LabelNumbers {
  private struct Meaning {
    var begin: UInt64
    var number: UInt32
  }

  /// The meaning of the process's numbers when a record last used them.
  private var meanings: [UInt32: Meaning] = [:]
  private var numbers: [TraceLabel: UInt32] = [:]

  package init() {}

  /// Replaces the numbers of `table` in `records`, which are ordered by time, by the numbers in `symbols`. `time`
  /// converts a stamp of the table.
  package mutating func translate(
    _ records: inout [TraceRecord], of table: LabelTable, into symbols: inout TraceSymbols, time: (UInt64) -> UInt64
  ) {
    for index in records.indices where records[index].label != 0 {
      let label = records[index].label
      let begin = table.begin(of: label)
      let isOlder = begin.map { $0 != 0 && records[index].time < time($0) } ?? true
      if let meaning = meanings[label], isOlder == (begin != meaning.begin) {
        records[index].label = meaning.number
      } else if !isOlder, let begin, let known = table.label(label) {
        let number = add(known, isValue: table.isValue(label), &symbols)
        meanings[label] = Meaning(begin: begin, number: number)
        records[index].label = number
      } else {
        records[index].label = add(Self.forgotten, isValue: false, &symbols)
      }
    }
  }

  private mutating func add(_ label: TraceLabel, isValue: Bool, _ symbols: inout TraceSymbols) -> UInt32 {
    let number = numbers[label] ?? UInt32(symbols.labels.count)
    if number == symbols.labels.count {
      symbols.labels.append(label)
      numbers[label] = number
    }
    if isValue { symbols.namesOfValues.insert(number) }
    return number
  }

  /// What stands for a name that was forgotten before the record was read.
  package static let forgotten = TraceLabel(type: "", name: "(forgotten name)")
}
