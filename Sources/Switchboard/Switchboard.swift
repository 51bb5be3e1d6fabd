@_exported import SwitchboardSignals
