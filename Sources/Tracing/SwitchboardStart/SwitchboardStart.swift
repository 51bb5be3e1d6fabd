// No code: a product for programs has this target for what it depends on. `SwitchboardSignals` cannot depend on that
// itself, because the leak detector depends on `SwitchboardSignals`.
