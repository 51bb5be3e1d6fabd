import Foundation
import Switchboard
import SwitchboardTesting
import Testing

private func sendOnce() {
  let subject = PublishSubject<Int, Never>(name: "ticks")
  subject.send(1, fileID: "App/Clock.swift", line: 8)
}

@Suite("Expectations about traces")
struct ExpectTraceTests {
  #if Tracing
    @Test("inline: golden text of the block's trace")
    func inline() async {
      expectTrace("thread t1\n  send ticks#1 at Clock.swift@1\n  close ticks#1") { sendOnce() }
      await expectTrace(
        """
        # switchboard.golden/2
        thread t1
          send ticks#1 at Clock.swift@1
          close ticks#1

        """
      ) {
        await Task.yield()
        sendOnce()
      }
    }

    @Test("golden text from the file beside the test")
    func file() async {
      expectTrace(matches: "clock.golden") { sendOnce() }
      await expectTrace(matches: "clock.golden") {
        await Task.yield()
        sendOnce()
      }
    }

    @Test("a difference is an issue with the different lines")
    func difference() {
      withKnownIssue {
        expectTrace("thread t1\n  send other#1 at Clock.swift@1") { sendOnce() }
      } matching: {
        $0.says("@@ -1 +1 @@\n thread t1\n-  send other#1 at Clock.swift@1\n+  send ticks#1 at Clock.swift@1")
          && $0.says("\nClock.swift@1 is App/Clock.swift:8")
      }
    }

    @Test("an expected text in an older form is an issue that says what to write instead")
    func form() {
      withKnownIssue {
        expectTrace("# switchboard.golden/1\nthread t1\n  send ticks#1 at App/Clock.swift:8") { sendOnce() }
      } matching: {
        $0.says("has form 1, and this version of Switchboard writes form 2: write these lines instead:\n# switchboard")
      }
    }

    @Test("an empty trace does not match a file with lines")
    func nothing() {
      withKnownIssue {
        expectTrace(matches: "clock.golden") {}
      } matching: {
        $0.says("-  send ticks#1 at Clock.swift@1")
      }
    }

    @Test("a missing file is an issue that says how to write the file")
    func missing() async {
      withKnownIssue {
        expectTrace(matches: "none.golden") { sendOnce() }
      } matching: {
        $0.says("SWITCHBOARD_UPDATE_GOLDEN=1") && $0.says("Golden/none.golden")
      }
    }
  #else
    @Test("without the trait no expectation passes, and each issue says what to do")
    func withoutTrait() async {
      func isAnIssue(_ body: () async -> Void) async {
        await withKnownIssue {
          await body()
        } matching: {
          $0.says("swift test --traits Tracing")
        }
      }
      await isAnIssue { expectTrace("") { sendOnce() } }
      await isAnIssue { expectTrace(matches: "clock.golden") { sendOnce() } }
      await isAnIssue {
        let trace = recordTrace { sendOnce() }
        #expect(trace.records.isEmpty)
      }
      await isAnIssue { await expectTrace("") { await Task.yield() } }
      await isAnIssue { await expectTrace(matches: "clock.golden") { await Task.yield() } }
      await isAnIssue { await recordTrace { await Task.yield() } }
    }

    @Test("without the trait the block still runs")
    func runs() {
      var count = 0
      withKnownIssue { recordTrace { count += 1 } }
      #expect(count == 1)
    }
  #endif
}
