import CSwitchboardBroadcast
import Foundation
import SwitchboardTestSupport
import Testing

@Suite("The parking lot")
struct ParkingLotTests {
  @Test("is free in the child of a fork, also if a thread of the parent was at it")
  func fork() throws {
    // Swift hides `fork`, for good reasons.
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafeBitCast(try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork")), to: Fork.self)
    switchboard_lot_lock()
    let child = fork()
    if child == 0 {
      alarm(60)
      switchboard_lot_lock()
      switchboard_lot_unlock()
      _exit(7)
    }
    switchboard_lot_unlock()
    let status = try watched {
      var status: Int32 = 0
      waitpid(child, &status, 0)
      return status
    }
    #expect(status == 7 << 8)
  }
}
