import Switchboard
import SwitchboardTestSupport
import Testing

@testable import SwitchboardBoards

@Suite("Boards: locks of handles")
struct HandleLockTests {
  @Test("outside leak checks, a write through a handle waits for no lock of the board", .timeLimit(.minutes(1)))
  func writes() {
    let board = BlackBoard()
    let key = BoardKey<Int>("HandleLockTests.writes")
    let handle = board.handle(for: key)
    board.set(0, for: key)
    let hash = handle.entry?.hash ?? 0
    // The locks are not recursive: a write that takes the lock of the key's shard never ends.
    handle.core.withTable(hash) { _ in handle.set(1) }
    #expect(board[key] == 1)
  }
}
