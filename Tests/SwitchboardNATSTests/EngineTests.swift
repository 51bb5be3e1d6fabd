#if NATS
  import Testing

  /// The tests of the engine, each with its own server. One at a time, because the C client has one thread that
  /// delivers the messages of the whole process, and a test of slowness blocks that thread.
  @Suite(.serialized) struct EngineTests {}
#endif
