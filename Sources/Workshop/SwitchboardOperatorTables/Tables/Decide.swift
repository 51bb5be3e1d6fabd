import Switchboard

extension MarbleInputs {
  @MarbleTable var decide: [MarbleDiagram] {
    MarbleDiagram(
      "contains", [.numbers: [5: 1, 15: 3, 25: 5]], [15: true, 15: .completed], subscribed: [.numbers: [0...15]]
    ) {
      numbers.contains(3)
    }
    MarbleDiagram("allSatisfy", [.numbers: [5: 1, 15: 2, 25: .completed]], [25: true, 25: .completed]) {
      numbers.allSatisfy { $0 > 0 }
    }
    MarbleDiagram("isEmpty", [.numbers: [15: .completed]], [15: true, 15: .completed]) {
      numbers.isEmpty()
    }
    MarbleDiagram("not", [.flags: [5: true, 17: false, 28: .completed]], [5: false, 17: true, 28: .completed]) {
      flags.not()
    }
    MarbleDiagram(
      "and", [.flags: [4: true, 31: false], .numbers: [13: -1, 22: 1]], [13: false, 22: true, 31: false]
    ) {
      flags.and(numbers.map { $0 > 0 })
    }
    MarbleDiagram(
      "or", [.flags: [4: true, 22: false], .numbers: [13: -1, 31: 1]], [13: true, 22: false, 31: true]
    ) {
      flags.or(numbers.map { $0 > 0 })
    }
    MarbleDiagram("ifEmpty(default:)", [.numbers: [15: .completed]], [15: 0, 15: .completed]) {
      numbers.ifEmpty(default: 0)
    }
    MarbleDiagram(
      "ifEmpty(switchTo:)", [.request: [10: .completed], .backup: [5: 2, 15: 3, 20: .completed]],
      [15: 2, 25: 3, 30: .completed], subscribed: [.backup: [10...30]]
    ) {
      request.ifEmpty(switchTo: backup)
    }
  }
}
