#if NATS
  import Foundation
  import SwitchboardLink
  import Testing

  @testable import SwitchboardNATS

  @Suite struct ErrorTests {
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
