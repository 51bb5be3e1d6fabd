#if Tracing
  internal import SwitchboardBroadcast
  internal import SwitchboardTracing

  /// The functions of the runtime's probes that a leak check needs. Without the `Tracing` trait there are no probes.
  enum LeakProbe {
    static var isAvailable: Bool { true }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {
      LiveRegistries.forEach(visit, then: finish)
    }
  }
#else
  internal import SwitchboardTracing

  /// The functions of the runtime's probes that a leak check needs. Without the `Tracing` trait there are no probes.
  enum LeakProbe {
    static var isAvailable: Bool { false }

    static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {}
  }
#endif
