import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@testable import SwitchboardBoards

@Suite("The feed of a key")
struct FeedTests {
  @Test("R6 a write into a retired feed stores nothing and says so, so the writer looks for the value's new place")
  func retired() {
    let entry = Entry(BoardKey<Int>("count"))
    let feed = entry.requireFeed()
    let seen = Journal<Int?>()
    feed.broadcaster.addRecorder { seen.add($0.value) }
    #expect(outcome(of: 1, feed) == "written")
    #expect(entry.retire()?.hasValue == true)
    #expect(entry.value == 1)
    #expect(entry.feed == nil)
    #expect(outcome(of: 2, feed) == "retired")
    #expect(feed.read() == nil)
    #expect(seen.entries == [1])
  }

  private func outcome(of value: Int, _ feed: Feed<Int>) -> String {
    var exchanged: Int? = value
    return "\(feed.write(&exchanged, fileID: #fileID, line: #line))"
  }
}
