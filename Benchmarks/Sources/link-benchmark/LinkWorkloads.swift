import BenchmarkCommand
import BenchmarkReport

extension LinkSuite {
  private typealias Names = LinkNames

  static var workloads: [Workload] { throughput + coding + latency + dispatches }

  private static var throughput: [Workload] {
    [
      Workload(
        Names.rate(Names.live), unit: Names.events, per: "event",
        """
        Dispatches live events of \(Payload.size) characters on a linked bus, until the server has read all of them: a \
        last event has arrived at another connection. The program in C publishes the same bytes to a subject of the \
        same form, with the same header.
        """),
      Workload(
        Names.share(Names.live), unit: Names.percent, per: "event",
        "The rate of the link ÷ the rate of the program in C in the same round."),
      Workload(
        Names.rate(Names.durable), unit: Names.events, per: "event",
        """
        Dispatches durable events of \(Payload.size) characters on a linked bus, until the server has confirmed that \
        all are in a file. The program in C stores the same bytes asynchronously, with as many events unconfirmed as \
        the link.
        """),
      Workload(
        Names.share(Names.durable), unit: Names.percent, per: "event",
        "The rate of the link ÷ the rate of the program in C in the same round."),
    ]
  }

  private static var coding: [Workload] {
    [
      Workload(
        Names.encode, unit: Names.nanoseconds, per: "event",
        "Encodes an event of five properties as \(Payload.size) characters of JSON, with the coder that a link uses."),
      Workload(Names.decode, unit: Names.nanoseconds, per: "event", "Decodes the same event."),
    ]
  }

  private static var latency: [Workload] {
    [
      Workload(
        Names.median, unit: Names.microseconds, per: "delivery",
        """
        Delivers an event to a responder on another connection, and waits for the answer: the median. The program in C \
        makes a bare request to a function in C, and both write at once. One at a time.
        """),
      Workload(
        Names.slowest, unit: Names.microseconds, per: "delivery",
        "The time within which 99 of 100 such deliveries are answered."),
    ]
  }

  private static var dispatches: [Workload] {
    let sentences = [
      "loaded": """
      The time of the dispatching thread for a dispatch to one local subscriber, by the clock: 1000 dispatches one \
      after the other, while the link's thread works. The program in C publishes 1000 messages.
      """,
      "isolated": """
      The same for a single dispatch after a pause of a millisecond, when the link's thread sleeps and must be woken. \
      The program in C publishes a message, and wakes the thread of the client library that writes.
      """,
    ]
    return Names.dispatches.flatMap { load in
      [
        Workload(Names.dispatch(load), unit: Names.nanoseconds, per: "dispatch", sentences[load] ?? ""),
        Workload(
          Names.more(load), unit: Names.nanoseconds, per: "dispatch",
          "How much longer `\(Names.dispatch(load))` takes with a link than without, in the same round."),
      ]
    } + [
      Workload(
        Names.mallocs, unit: Names.count, per: "dispatch",
        "The allocations of the dispatching thread for one of 1000 dispatches, the growth of the queue included.")
    ]
  }
}
