@_exported public import SwitchboardBoards
@_exported public import SwitchboardBus
@_exported public import SwitchboardSignals
