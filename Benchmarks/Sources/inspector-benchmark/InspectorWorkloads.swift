import BenchmarkCommand
import BenchmarkReport

extension InspectorSuite {
  private typealias Names = InspectorNames

  static var workloads: [Workload] { counting + watching + bursts }

  private static var counting: [Workload] {
    [
      Workload(
        Names.send, per: "delivery", sizes: Sizes(1, 64),
        """
        Sends a value through a subject to n subscribers. One operation is one delivery. The builds are processes of \
        their own, which take turns on one processor, round by round.
        """),
      Workload(
        Names.dispatch, per: "delivery", sizes: Sizes(full: [1, 64], quick: [64]),
        "Dispatches an event on a bus to n subscribers. One operation is one delivery."),
      Workload(
        Names.subscribe, per: "subscription", sizes: Sizes(full: [256], quick: []),
        "Adds n subscribers to a subject. One operation is one subscription."),
      Workload(
        Names.registryBytes, unit: Names.bytes, per: "subject",
        "What a subject with its registry asks the allocator for, before the allocator rounds to its size classes."),
      Workload(
        Names.subscriptionBytes, unit: Names.bytes, per: "subscription",
        """
        What a subscription to a subject asks the allocator for, its place in the registry included, before the \
        allocator rounds to its size classes: the mean of 4096 subscriptions.
        """),
      Workload(
        Names.registryAllocated, unit: Names.bytes, per: "subject",
        "The same as `\(Names.registryBytes)`, in the allocator's size classes."),
      Workload(
        Names.subscriptionAllocated, unit: Names.bytes, per: "subscription",
        "The same as `\(Names.subscriptionBytes)`, in the allocator's size classes."),
    ]
  }

  /// What the senders do under each load. A quick run has time for the first only.
  private static let loads = [
    (
      name: "hot", sizes: subjects,
      sentence: """
      Two threads offer 10⁶ values a second to 8 subjects each; n subjects with 10 subscribers each are alive, and \
      most are idle.
      """
    ),
    (
      name: "all", sizes: subjectsOfLongRuns,
      sentence: "Two threads offer 10⁶ values a second to n subjects with 10 subscribers each, one after the other."
    ),
    (
      name: "saturated", sizes: subjectsOfLongRuns,
      sentence: "Two threads send as many values as they can to 8 subjects each; n subjects are alive."
    ),
  ]
  private static let subjects = Sizes(10_000)
  private static let subjectsOfLongRuns = Sizes(full: [10_000], quick: [])

  private static var watching: [Workload] {
    loads.flatMap { load in
      let name = Names.watching(load.name)
      let loss = Workload(
        Names.loss(load.name), unit: Names.percent, per: "send", sizes: load.sizes,
        "How much less the threads of `\(name)` sent while a process looked than in the other half of the same round.")
      return [
        Workload(
          name, unit: Names.perSend, per: "send", sizes: load.sizes,
          "\(load.sentence) One operation is one send, in the processor time of the sending threads."),
        Workload(
          Names.ratio(load.name), unit: Names.times, per: "send", sizes: load.sizes,
          "The time of `\(name)` while a process looked ÷ the time in the other half of the same round."),
        Workload(
          Names.rate(load.name), unit: Names.sends, per: "send", sizes: load.sizes,
          "What both threads of `\(name)` sent, by the clock."),
      ]
        // By the clock, threads that want all processors also lose what other programs take.
        + (Names.offeredLoads.contains(load.name) ? [loss] : []) + [
          Workload(
            Names.thread(load.name), unit: Names.busy, per: "second", sizes: load.sizes,
            "The processor time of the inspector's thread in a second of `\(name)` while a process looked."),
          Workload(
            Names.answer(load.name), unit: Names.milliseconds, per: "look", sizes: load.sizes,
            """
            How long the process that looks waits for both answers, one after the other. It asks once a second.
            """),
        ]
    } + [
      Workload(
        Names.allocated, unit: Names.megabytes, per: "inspector", sizes: subjects,
        """
        The bytes in live allocations of the process of `\(Names.watching("hot"))`, above those before the inspector \
        began: the most that was seen, looking every 10 ms.
        """),
      Workload(
        Names.resident, unit: Names.megabytes, per: "inspector", sizes: subjects,
        "The resident memory of the same process, likewise. Contains code, stacks, and what the allocator keeps free."),
    ]
  }

  private static var bursts: [Workload] {
    [
      Workload(
        Names.burst, unit: Names.perSend, per: "send", sizes: subjects,
        """
        The threads of `\(Names.watching("saturated"))` while the inspector records everything for 100 ms, and for \
        90 ms before. One operation is one send, in the processor time of the sending threads.
        """),
      Workload(
        Names.burstRate, unit: Names.sends, per: "send", sizes: subjects,
        "What both threads of `\(Names.burst)` sent, by the clock."),
      Workload(
        Names.burstShare, unit: Names.times, per: "burst", sizes: subjects,
        "Sends per processor time during the burst ÷ sends per processor time before."),
      Workload(
        Names.burstEnd, unit: Names.milliseconds, per: "burst", sizes: subjects,
        "How long it takes from 10 ms before the end of the burst until the inspector says what the burst has found."),
    ]
  }
}
