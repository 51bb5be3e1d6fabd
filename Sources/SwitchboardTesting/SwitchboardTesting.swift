// Virtual time needs no trait. The expectations about traces and leaks need the trait `Tracing`; without the trait, each
// of them records an issue that says how to enable it.
@_exported public import SwitchboardVirtualTime
