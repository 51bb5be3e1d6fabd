#if Inspector
  internal import SwitchboardTraceFile

  /// The last burst.
  struct BurstState: Encodable {
    struct Handler: Encodable {
      @OrNull var line: String?
      @OrNull var label: String?
      let calls: Int
      let medianNanoseconds: UInt64
      let longestNanoseconds: UInt64
      let totalNanoseconds: UInt64
      let onMainThread: Bool
    }

    let state: String
    var id: Int?
    var at: Double?
    var milliseconds: Int?
    var spanNanoseconds: UInt64?
    var records: Int?
    var lost: UInt64?
    var bytes: Int?
    var handlers: [Handler]?
  }

  /// What a burst says about one registry.
  struct BurstOfRegistry: Encodable {
    /// What made the registry send.
    struct Source: Encodable {
      @OrNull var label: String?
      @OrNull var line: String?
      @OrNull var registry: UInt32?
      let count: Int
    }

    /// A handler, and where it sends.
    struct Target: Encodable {
      @OrNull var label: String?
      @OrNull var line: String?
      @OrNull var registry: UInt32?
      let calls: Int
      let medianNanoseconds: UInt64
      let longestNanoseconds: UInt64
      let totalNanoseconds: UInt64
    }

    let id: Int
    let at: Double
    let spanNanoseconds: UInt64
    let records: Int
    let lost: UInt64
    let from: [Source]
    let to: [Target]
  }
#endif
