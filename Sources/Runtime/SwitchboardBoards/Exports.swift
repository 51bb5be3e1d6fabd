// A program that imports only this module subscribes, disposes and chooses schedulers with the types of the signals.
@_exported public import SwitchboardSignals
