import Switchboard
import SwitchboardTestSupport
import Testing

private final class Editor: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let shown = Journal<String>()

  func watch(_ board: DataBoard) {
    board.subscribe(.userName, owner: self) { owner, value in owner.shown.add(value) }
  }
}

/// The design's lines about boards, with bodies filled in.
@Suite("Surface: boards")
struct BoardSurfaceTests {
  @Test("each line compiles and has the documented effect", arguments: [WhiteBoard.shared, BlackBoard(name: "editor")])
  func lines(board: DataBoard) {
    let (editor, seen) = (Editor(), Journal<String>())
    board.set("Ann", for: .userName)
    #expect(board[.userName] == "Ann")
    board.signal(for: .userName, replay: .latest).subscribe { seen.add($0) }
    editor.watch(board)
    board[.userName] = nil
    let pause = board.pause(.userName, keeping: .latest)
    board.set("Bob", for: .userName)
    pause.resume()
    #expect(seen.entries == ["Ann", "Bob"])
    #expect(editor.shown.entries == ["Bob"])
    board.removeSubscribers(of: editor, for: .userName)
    board.removeSubscribers(of: editor)
    board.removeSubscribers(for: .userName)
    board.removeValue(for: .userName)
    #expect(board[.userName] == nil)
    _ = board.pause(.userName, keeping: .drop)
    _ = board.pause(.userName, keeping: .buffer(3))
    #expect(board.census.subscriptions == 0)
  }
}
