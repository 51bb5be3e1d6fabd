#if Inspector
  import BenchmarkHarness
  import Foundation
  import SubscriberWorkloads

  /// A process that asks an inspector for what its page shows, as often as it gets a turn. A process of its own,
  /// because a page is one too: what it costs to read the answers must not count as a cost of the program.
  struct Onlooker {
    static let command = "look-at-inspector"

    /// What the process has seen.
    private struct Report: Codable {
      var milliseconds: [Double] = []
      var failure: String?
    }

    private struct Overview: Decodable {
      let registries: Int
      let subscriptions: Int
    }

    private struct Page: Decodable {
      struct Row: Decodable { let sends: Int }
      let rows: [Row]
    }

    private let process: RunningProcess

    init(_ request: PageRequest) throws(FailedCheck) {
      do throws(ChildProcess.Failure) {
        process = try ChildProcess(arguments: [Self.command, Message.text(request)]).start()
      } catch {
        throw FailedCheck("the process that looks: \(error)")
      }
      _ = process.asksForTurn()
    }

    /// Asks, and returns when the answers have come.
    func look() {
      process.giveTurn()
      _ = process.asksForTurn()
    }

    /// Ends the process. Throws if an answer was missing or wrong.
    ///
    /// - Returns: How long the answers took, in milliseconds.
    func end() throws(FailedCheck) -> [Double] {
      let report: Report
      do throws(ChildProcess.Failure) {
        report = try process.answer()
      } catch {
        throw FailedCheck("the process that looks: \(error)")
      }
      if let failure = report.failure { throw FailedCheck(failure) }
      return report.milliseconds
    }

    /// Asks whenever it gets a turn. Called in the process that was started for this.
    static func run(_ arguments: [String]) {
      let request: PageRequest = Message.read(arguments, of: command)
      var report = Report()
      while Turn.wait() {
        let began = MonotonicClock.now()
        do throws(FailedCheck) {
          let overview: Overview = try request.answer("/api/overview")
          let page: Page = try request.answer("/api/registries?size=50")
          let known = (overview.registries, overview.subscriptions)
          guard known >= (Senders.registries, Senders.registries * Senders.subscribers), page.rows.count == 50 else {
            throw FailedCheck("the page has \(known) registries and subscriptions, and \(page.rows.count) rows")
          }
        } catch {
          report.failure = report.failure ?? error.description
        }
        report.milliseconds.append(Double(MonotonicClock.now() - began) / 1e6)
      }
      Message.answer(report)
    }
  }
#endif
