#if Tracing
  internal import SwitchboardBroadcast
  internal import SwitchboardTracing

  /// What a leak check needs of the probes in the runtime; without the `Tracing` trait there are none.
  enum LeakProbe {
    static var isAvailable: Bool { true }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {
      LiveRegistries.forEach(visit, then: finish)
    }

    static func inTurn<Result>(_ body: () -> Result) -> Result { LiveRegistries.inTurn(body) }
  }
#else
  internal import SwitchboardTracing

  /// What a leak check needs of the probes in the runtime; without the `Tracing` trait there are none.
  enum LeakProbe {
    static var isAvailable: Bool { false }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {}

    static func inTurn<Result>(_ body: () -> Result) -> Result { body() }
  }
#endif
