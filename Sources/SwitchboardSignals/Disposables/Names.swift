public import SwitchboardBroadcast

// Declared beside the registries, which end subscriptions without knowing of signals; part of this module's surface.

public typealias Subscription = SwitchboardBroadcast.Subscription
public typealias Disposable = SwitchboardBroadcast.Disposable
public typealias CompositeDisposable = SwitchboardBroadcast.CompositeDisposable
public typealias Census = SwitchboardBroadcast.Census
