import Switchboard
import SwitchboardTestSupport
import Testing

extension BoardKey where Value == String {
  static let userName = BoardKey("user.name")
}
extension BoardKey where Value == Int {
  static let progress = BoardKey("progress", retention: .whileSubscribed)
  static let score = BoardKey("score")
}

private final class Window: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let shown = Journal<String>()
  func show(_ text: String) { shown.add(text) }
}

/// The examples of Switchboard.docc/Boards.md, in the same words.
@Suite("Boards: the documentation's examples")
struct DocumentedBoards {
  private let window = Window()
  // The handlers of the examples capture local names: a handler that keeps the suite keeps its board.
  private let board = BlackBoard(name: "editor")
  private let printed = Journal<String>()

  @Test("the first example")
  func first() {
    let board = BlackBoard(name: "editor")  // a new board; WhiteBoard.shared is one per process
    board.subscribe(.userName, owner: window) { window, name in window.show(name) }
    board.set("Ann", for: .userName)  // the window shows Ann
    let name = board[.userName]  // "Ann"
    #expect(name == "Ann")
    board[.userName] = nil  // removed
    #expect(board[.userName] == nil)
    #expect(window.shown.entries == ["Ann"])
  }

  @Test("keys")
  func keys() {
    let printed = printed
    @Sendable func print(_ diagnostic: BoardDiagnostic) { printed.add("\(diagnostic)") }

    board.diagnostics.subscribe { print($0) }
    board.set(3, for: .named("retries"))
    let retries = board[.named("retries")] as? Int
    #expect(retries == 3)
    board.set(3, for: BoardKey("retries"))
    #expect(printed.entries.count == 1)
  }

  @Test("observing")
  func observing() {
    let printed = printed
    @Sendable func print(_ value: any CustomStringConvertible) { printed.add(value.description) }

    board.set("Ann", for: .userName)
    board.subscribe(.userName) { print($0) }  // until the subscription is disposed or removed
    board.subscribe(.userName, replay: .latest, owner: window) { window, name in window.show(name) }
    board.signal(for: .userName, replay: .latest).map { $0.count }.subscribe { print($0) }
    board.optionalSignal(for: .userName).subscribe { print($0 ?? "none") }  // also gets removals
    board[.userName] = nil
    #expect(printed.entries == ["3", "none"])
    board.set("Bob", for: .userName)
    #expect(printed.entries == ["3", "none", "Bob", "3", "Bob"])
    #expect(window.shown.entries == ["Ann", "Bob"])
    board.removeSubscribers(of: window, for: .userName)
    board.set("Cleo", for: .userName)
    #expect(window.shown.entries == ["Ann", "Bob"])
    board.removeSubscribers(for: .userName)  // signals complete
    printed.clear()
    board.set("Dan", for: .userName)
    #expect(printed.entries == [])
  }

  @Test("changing")
  func changing() {
    board.update(.score) { $0 = ($0 ?? 0) + 1 }  // no update of another thread is lost
    #expect(board[.score] == 1)
    board.batch { batch in  // stores all values, then notifies each subscriber once
      batch.set("Bob", for: .userName)
      batch.set(0, for: .score)
    }
    #expect(board[.score] == 0)
    let score = board.handle(for: .score)  // looks the key up once
    score.set(10)
    #expect(board[.score] == 10)
  }

  @Test("pausing")
  func pausing() {
    board.subscribe(.userName, owner: window) { window, name in window.show(name) }
    let pause = board.pause(.userName, keeping: .latest)
    board.set("Cleo", for: .userName)  // stored; subscribers get nothing yet
    board.set("Dan", for: .userName)
    #expect(window.shown.entries == [])
    pause.resume()  // observers get Dan
    #expect(window.shown.entries == ["Dan"])
  }

  @Test("what a board keeps")
  func whatStays() {
    board.set(1, for: .progress)
    #expect(board[.progress] == nil)
    let observation = board.subscribe(.progress) { _ in }
    board.set(1, for: .progress)
    #expect(board[.progress] == 1)
    observation.dispose()
    #expect(board.census.keys == 0)
  }
}
