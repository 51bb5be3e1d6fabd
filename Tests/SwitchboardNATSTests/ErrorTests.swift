#if NATS
  import Foundation
  import SwitchboardLink
  import Testing

  @testable import SwitchboardNATS

  @Suite struct ErrorTests {
    /// As nats-server 2.9.10, 2.10.26, 2.12.8 and 2.15.1 write them.
    @Test(arguments: [
      ("Consumer Deleted", ServerWords.deleted), ("Batch Completed", .completed),
      ("Message Size Exceeds MaxBytes", .exceedsRequest), ("Exceeded MaxRequestMaxBytes of 1024", .other),
      ("write msgs/1.blk: no space left on device", .diskFull), ("maximum messages exceeded", .streamFull),
      ("maximum bytes exceeded", .streamFull), ("maximum messages per subject exceeded", .streamFull),
      ("write maximum/deleted.blk: no space left on device", .diskFull), ("Leadership Change", .other), ("", .other),
      (#"Permissions Violation for Publish to "a.deleted""#, .denied(.publishing(subject: "a.deleted", isWhole: true))),
      (#"Permissions Violation for Publish to "a.maxi"#, .denied(.publishing(subject: "a.maxi", isWhole: false))),
      (#"permissions violation for subscription to "a.>" using queue "b""#, .denied(.receiving(pattern: "a.>"))),
      ("Permissions Violation", .other),
    ])
    func `the server's words are understood`(words: String, meaning: ServerWords) {
      #expect(ServerWords(words) == meaning)
    }

    /// Both have the code 10077. A link sends again what a full disk refuses, and gives up what a full stream refuses.
    @Test(arguments: [
      ("write /var/lib/nats/1.blk: no space left on device", true), ("maximum bytes exceeded", false),
    ])
    func `a full disk is temporary, a full stream is not`(reason: String, isTemporary: Bool) throws {
      let text = #"{"code": 503, "err_code": 10077, "description": "\#(reason)"}"#
      let error = try JSONDecoder().decode(APIError.self, from: Data(text.utf8))
      #expect(error.isTemporary == isTemporary)
      #expect(error.error("orders").kind == .full)
      let temporary = error.temporary("orders")
      #expect(temporary.description.contains(reason) && temporary.subject == "orders")
      #expect(temporary.advice.contains("disk") == isTemporary)
    }
  }
#endif
