// No code: a product has this target for what it depends on. `SwitchboardSignals` cannot depend on that itself, because
// the leak detector depends on `SwitchboardSignals`.
