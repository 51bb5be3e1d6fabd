import Foundation
import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Expectations about traces", .oneTraceAtATime)
struct ExpectTraceTests {
  private func sendOnce() {
    let subject = PublishSubject<Int, Never>(name: "ticks")
    subject.send(1, fileID: "App/Clock.swift", line: 8)
  }

  #if Tracing
    @Test("golden text of what ran in the block, without the scope around it")
    func inline() {
      expectTrace("thread t1\n  send ticks#1 at App/Clock.swift:8\n  close ticks#1") { sendOnce() }
    }

    @Test("a difference is an issue that shows the lines")
    func difference() {
      withKnownIssue {
        expectTrace("thread t1\n  send other#1 at App/Clock.swift:8") { sendOnce() }
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("-  send other#1") && $0.rawValue.contains("+  send ticks#1") }
      }
    }

    @Test("a missing file is an issue that says how to write it")
    func missing() {
      withKnownIssue {
        expectTrace(matches: "/nonexistent/none.golden") { sendOnce() }
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("SWITCHBOARD_UPDATE_GOLDEN=1") }
      }
    }

    @Test("a recording inside another is an issue")
    func nested() {
      withKnownIssue { recordTrace { recordTrace {} } }
    }
  #else
    @Test("without the trait nothing passes silently")
    func traitOff() {
      withKnownIssue { expectTrace("") { sendOnce() } }
    }
  #endif
}
