import Switchboard
import SwitchboardVirtualTime

/// The declarations that the examples of Switchboard.docc/Operators.md use. Extensions have the tables, so the code of
/// an entry uses the names of the page.
package struct MarbleInputs: Sendable {
  enum Fault: String, Error { case broken, late }

  struct Wrapped: Error, CustomStringConvertible {
    let fault: Fault
    var description: String { "Wrapped(\(fault))" }
  }

  final class Object: Sendable { func greet(_ word: String) -> String { "hello " + word } }

  let player = MarblePlayer()
  let scheduler: Scheduler
  let object = Object()
  let numbers, others: Signal<Int, Never>
  let words: Signal<String, Never>
  let flags: Signal<Bool, Never>
  let request, backup: Signal<Int, Fault>

  /// - Parameter areTimersEarly: Whether the timers of the operators come a tenth of a second early.
  package init(areTimersEarly: Bool = false) {
    scheduler = areTimersEarly ? EarlyTimers(of: player.scheduler, by: .milliseconds(100)) : player.scheduler
    (numbers, others) = (player.signal(.numbers), player.signal(.others))
    (words, flags) = (player.signal(.words), player.signal(.flags))
    (request, backup) = (player.signal(.request), player.signal(.backup))
  }

  func load(_ word: String) -> Signal<Int, Fault> { player.signal(.load(word)) }
  func produce(_ observer: Observer<Int, Never>) -> (any Disposable)? { player.signal(.produce).subscribe(observer) }
  func log(_ what: some Any) { player.log("\(what)") }
  func parse(_ word: String) throws(Fault) -> Int {
    guard let number = Int(word) else { throw .broken }
    return number
  }

  /// The entries of all tables, in the order of the page.
  package var diagrams: [MarbleDiagram] {
    transform + select + joinSeveral + flatten + share + time + errorsAndRepetition + decide + watch + make
  }
}
