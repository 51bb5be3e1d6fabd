// Virtual time needs no trait. The expectations about traces and leaks need the trait `Tracing`. Without the trait,
// each expectation records an issue that says how to enable the trait.
@_exported public import SwitchboardVirtualTime
