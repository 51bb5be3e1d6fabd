import BenchmarkResults

/// The section on links to other processes: throughput, latency, and what a dispatch costs its thread.
struct LinkSection: SuiteSection {
  private typealias Names = LinkNames

  private let measurements: SuiteMeasurements
  let limits: [Limit]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: Names.suite, results, candidateOrder: Names.order)
    limits = LinkLimits(measurements).all
  }

  var title: String { "Link" }

  var conclusion: [Block] {
    [
      .heading(2, "What does a link to other processes cost?"), .text(limits.claim),
      .text(limits.table),
    ] + [gaps, rates, pauses, latency, json].compactMap(\.self).map(Block.text)
  }

  var body: [Block] { measurements.workloads.flatMap(measurements.blocks) }

  /// Why figures are missing.
  private var gaps: String? {
    guard limits.contains(where: { $0.outcome == .notMeasured }) else { return nil }
    return """
      n/a: not measured. What needs NATS is measured where the client library and the server are installed: \
      `apt-get install nats-server libnats-dev`, then `make bench-build-link`.
      """
  }

  private var rates: String? {
    let parts = [(Names.live, "live"), (Names.durable, "durable")].compactMap { kind, name -> String? in
      guard let link = figure(Names.rate(kind), Names.nats), let peer = figure(Names.rate(kind), Names.peer) else {
        return nil
      }
      return "\(link) \(name) events per second, and \(peer) by the program in C"
    }
    guard !parts.isEmpty else { return nil }
    return "From the dispatch to the server, over NATS: \(parts.joined(separator: "; "))."
  }

  /// What a dispatch after a pause is made of.
  private var pauses: String? {
    let workload = Names.dispatch("isolated")
    guard let link = figure(workload, Names.memory), let wake = figure(workload, Names.wake) else { return nil }
    let peer = figure(workload, Names.peer).map { ", and a message of the program in C \($0) ns" } ?? ""
    return """
      A dispatch after a pause has to wake the thread of the link. To wake a thread takes \(wake) ns here, the \
      dispatch on a bus with a link in memory \(link) ns\(peer).
      """
  }

  private var latency: String? {
    guard let link = figure(Names.median, Names.nats), let peer = figure(Names.median, Names.peer),
      let slowLink = figure(Names.slowest, Names.nats), let slowPeer = figure(Names.slowest, Names.peer)
    else { return nil }
    return """
      A delivery with its answer takes \(link) µs (99 of 100: \(slowLink) µs); a bare request of the program in C \
      takes \(peer) µs (\(slowPeer) µs).
      """
  }

  private var json: String? {
    guard let encode = figure(Names.encode, Names.json), let decode = figure(Names.decode, Names.json) else {
      return nil
    }
    return "JSON of a typical event takes \(encode) ns to encode, on the link's thread, and \(decode) ns to decode."
  }

  private func figure(_ workload: String, _ candidate: String) -> String? {
    measurements.sizes(of: workload).last.flatMap { measurements.time(workload, candidate, $0) }.map {
      Figure.number($0)
    }
  }
}
