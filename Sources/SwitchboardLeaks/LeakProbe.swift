#if Tracing
  internal import SwitchboardBroadcast
  internal import SwitchboardTracing

  /// What a leak check needs of the probes in the runtime; without the `Tracing` trait there are none.
  enum LeakProbe {
    static var isAvailable: Bool { true }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {
      LiveRegistries.forEach(visit, then: finish)
    }
  }
#else
  internal import SwitchboardTracing

  /// What a leak check needs of the probes in the runtime; without the `Tracing` trait there are none.
  enum LeakProbe {
    static var isAvailable: Bool { false }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {}
  }
#endif
