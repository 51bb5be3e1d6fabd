#if Tracing
  // A program that imports only this module, or boards or the bus, begins traces too.
  @_exported public import SwitchboardTraceFile
  @_exported public import SwitchboardTracing
#endif
