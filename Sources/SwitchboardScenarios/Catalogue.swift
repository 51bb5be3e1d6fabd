extension Scenario {
  /// Every scenario, ordered by name. A new scenario stands in the file of its topic, and has a line in ``families``. A
  /// test names the scenarios that the list lacks.
  public static let catalogue: [Scenario] = families.joined().sorted { $0.name < $1.name }

  private static let families: [[Scenario]] = [
    // Subscribing
    coldSignals,
    forgottenDispose,
    inHandler,
    lifetimeKept,
    observerOfClosures,
    ownClosure,
    producer,
    signalClosures,
    signalIntoBag,
    signalOwner,
    starting,
    strongSelf,
    subjectFedBySignal,
    subjectIntoBag,
    subjectOwner,
    sweptOwner,
    terminalHandlers,
    twoClosures,
    twoOwners,
    twoTogether,
    waitable,
    withoutOwner,
    // Subjects
    behaviorSubscribers,
    boundedCache,
    endings,
    growingCollection,
    replaySubscribers,
    replayWithoutLimit,
    replayedOwner,
    subjectKeepsItself,
    // Operators
    caught,
    combined,
    concatenated,
    delayed,
    delayedForEver,
    delivered,
    eachOperator,
    flattened,
    grouped,
    merged,
    operatorChain,
    sideSources,
    takenUntil,
    timeOperators,
    timers,
    waiting,
    zipped,
    // Multicast
    cachedConnections,
    connections,
    shared,
    // Bindings
    boundProperties,
    channels,
    keyPaths,
    objectChannels,
    observed,
    propertySubscribers,
    // Boards
    boardObservers,
    boardOwners,
    boardPauses,
    boardValues,
    boards,
    // Bus
    busOwners,
    busSubscribers,
    busSignals,
    busTasks,
    busStickyEvents,
    busStickySubtypes,
    // Bridges
    bridgedJSON,
    bridgedNotifications,
    // Links
    links,
    // Commands
    cachedCommands,
    commands,
    // Disposables
    action,
    composite,
    lifetimeAdd,
    scoped,
    serial,
    // Broadcasters
    concurrentBroadcasters,
    endedBroadcasters,
    keptCapacity,
    serialBroadcasters,
    // Threads
    manyThreads,
    onMainActor,
    otherThread,
    tasks,
    // Async
    awaited,
    fromAsyncSequence,
    fromTask,
    unreadValues,
    values,
  ]
}
