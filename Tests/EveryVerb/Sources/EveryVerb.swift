import Foundation
import Switchboard
import Synchronization

/// A program that calls every public verb of every product, as a client does. The build is optimised and has no
/// `-enable-testing`, so the compiler inlines and specialises functions that tests call as they stand.
@main
enum Program {
  static func main() async {
    Watchdog.start()
    for topic in topics { await topic.go() }
    let (passed, failed) = (Tally.passed.load(ordering: .relaxed), Tally.failed.load(ordering: .relaxed))
    print("\(passed) passed, \(failed) failed")
    exit(failed > 0 ? 1 : 0)
  }

  /// All topics. In the last topic, a defect of the optimiser once caused an endless recursion and a crash.
  private static let topics =
    signals + operators + time + tasks + bindings + boards + bus + bridges + linking + tracing + leaks + testing
    + [Topic("bus: derived classes", busClasses), Topic("bus: trees of classes", busClassTrees)]

  private static let signals = [
    Topic("publish subjects", publishSubjects),
    Topic("subjects that end", subjectEndings),
    Topic("replay subjects", replaySubjects),
    Topic("behavior subjects", behaviorSubjects),
    Topic("subscribing", subscribing),
    Topic("subscribing to all events", subscribingToAllEvents),
    Topic("subscribing with owners", subscribingWithOwners),
    Topic("subscribing on the main actor", subscribingOnMainActor),
    Topic("subscribing from elsewhere", subscribingFromElsewhere),
    Topic("observers", observers),
    Topic("protocols", protocols),
    Topic("constructors", constructors),
    Topic("deferred constructors", deferredConstructors),
    Topic("signal events", signalEvents),
    Topic("disposables", disposables),
    Topic("composites", composites),
    Topic("lifetimes", lifetimes),
  ]

  private static let operators = [
    Topic("operators: transform", transforming),
    Topic("operators: without retaining", withoutRetaining),
    Topic("operators: without object", withoutObject),
    Topic("operators: select", selecting),
    Topic("operators: select by other signals", selectingByOthers),
    Topic("operators: join", joining),
    Topic("operators: join cold", joiningCold),
    Topic("operators: join many", joiningMany),
    Topic("operators: flatten", flattening),
    Topic("operators: flatten cold", flatteningCold),
    Topic("operators: switch", switching),
    Topic("operators: joined with closures", joiningWithClosures),
    Topic("operators: what fails otherwise, joined", joiningOtherFailures),
    Topic("operators: what fails otherwise, flattened", flatteningOtherFailures),
    Topic("operators: errors", errors),
    Topic("operators: repeat", repeating),
    Topic("operators: repeat later", repeatingLater),
    Topic("operators: decide", deciding),
    Topic("operators: watch", watching),
    Topic("operators: log", logging),
    Topic("operators: the examples of the documentation", { OperatorExamples().run() }),
  ]

  private static let time = [
    Topic("schedulers", schedulers),
    Topic("the main scheduler", mainScheduler),
    Topic("a custom scheduler", ownScheduler),
    Topic("test schedulers", testSchedulers),
    Topic("test signals", testSignals),
    Topic("timers", timers),
    Topic("time operators", timeOperators),
    Topic("hops", hops),
  ]

  private static let tasks = [
    Topic("awaiting", awaiting),
    Topic("awaiting on the main actor", awaitingOnMainActor),
    Topic("reading values", readingValues),
    Topic("cancelling", cancelling),
    Topic("async sources", asyncSources),
  ]

  private static let bindings = [
    Topic("properties", properties),
    Topic("read-only properties", readOnlyProperties),
    Topic("properties that go", propertiesThatGo),
    Topic("bindings: one way", bindingOneWay),
    Topic("bindings: on the main actor", bindingOnMainActor),
    Topic("bindings: two ways", bindingTwoWays),
    Topic("observing", observing),
    Topic("observing with channels", observingWithChannels),
    Topic("observing on the main actor", observingOnMainActor),
    Topic("channels", channels),
    Topic("channels: bindings", channelBindings),
    Topic("commands", commands),
    Topic("commands that fail", commandsThatFail),
    Topic("commands: async", asyncCommands),
    Topic("multicast", multicasting),
    Topic("replay", replaying),
    Topic("share", sharing),
  ]

  private static let boards = [
    Topic("boards: values", boardValues),
    Topic("boards: batches", boardBatches),
    Topic("boards: handles", boardHandles),
    Topic("boards: diagnostics", boardDiagnostics),
    Topic("boards: observers", boardObservers),
    Topic("boards: pauses", boardPauses),
    Topic("boards: retention", boardRetention),
  ]

  private static let bus = [
    Topic("bus: subscribing", busSubscribing),
    Topic("bus: supertypes", busSupertypes),
    Topic("bus: bounds", busBounds),
    Topic("bus: on the main actor", busOnMainActor),
    Topic("bus: delivery", busDelivery),
    Topic("bus: sticky events", busSticky),
    Topic("bus: dead and named events", busDeadAndNamed),
    Topic("bus: chains", busChains),
    Topic("bus: targets", busTargets),
    Topic("bus: queues", busQueues),
    Topic("bus: limits", busLimits),
    Topic("bus: delivering", busDelivering),
    Topic("bus: delivering on the main actor", busDeliveringOnMainActor),
    Topic("bus: signals", busSignals),
    Topic("bus: events of all shapes", busEvents),
  ]

  private static let bridges = [
    Topic("notifications", notifications),
    Topic("notifications: forwarded", forwardedNotifications),
    Topic("notifications: selections", notificationSelections),
    Topic("JSON", jsonEvents),
    Topic("JSON: selections", jsonSelections),
    Topic("signals of the operating system", processSignals),
  ]

  private static let linking = [
    Topic("links", links),
    Topic("links in virtual time", linksInVirtualTime),
  ]

  #if Tracing
    private static let tracing = [
      Topic("tracing: sessions", traceSessions),
      Topic("tracing: configurations", traceConfigurations),
      Topic("tracing: files", traceFiles),
      Topic("tracing: kinds", traceKinds),
    ]
  #else
    private static let tracing: [Topic] = []
  #endif

  private static let leaks = [
    Topic("leaks", leakChecks),
    Topic("leaks: async", asyncLeakChecks),
    Topic("leaks: witnesses", leakWitnesses),
  ]

  private static let testing = [Topic("testing", testedVerbs), Topic("testing: XCTest", xcTestedVerbs)]
}
