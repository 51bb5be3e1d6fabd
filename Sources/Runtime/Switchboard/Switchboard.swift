@_exported public import SwitchboardBoards
@_exported public import SwitchboardBus
@_exported public import SwitchboardSignals

#if Tracing
  @_exported public import SwitchboardTraceFile
  @_exported public import SwitchboardTracing
#endif
