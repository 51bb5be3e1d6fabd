import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import SwitchboardLink

/// What JSON costs: the coders as a link uses them.
struct CodingMeasurement: LinkMeasurement {
  private let count: Int
  private let encoder = JSONEncoder()

  init(_ job: LinkJob) {
    count = job.codings
    encoder.outputFormatting = .sortedKeys
  }

  func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
    do {
      let event = PriceChanged.typical
      var bytes: [UInt8] = []
      var begin = MonotonicClock.now()
      for _ in 0..<count { bytes = [UInt8](try encoder.encode(event)) }
      report.note(LinkNames.encode, LinkNames.json, Double(MonotonicClock.now() - begin) / Double(count))
      guard bytes == Payload.bytes else {
        throw FailedCheck("an event became \(String(decoding: bytes, as: UTF8.self))")
      }
      var decoded: PriceChanged?
      begin = MonotonicClock.now()
      for _ in 0..<count {
        let decoder = JSONDecoder()
        decoder.userInfo[.wireVersion] = 1
        decoded = try decoder.decode(PriceChanged.self, from: Data(bytes))
      }
      report.note(LinkNames.decode, LinkNames.json, Double(MonotonicClock.now() - begin) / Double(count))
      guard decoded == event else { throw FailedCheck("JSON changed an event") }
    } catch let error as FailedCheck {
      throw error
    } catch {
      throw FailedCheck("\(error)")
    }
  }
}
