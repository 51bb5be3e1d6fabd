@_exported public import SwitchboardVirtualTime
