public import SwitchboardBroadcast

// These types are declared beside the registries, which end subscriptions without knowledge of signals. The types are
// part of this module's public interface.

public typealias Subscription = SwitchboardBroadcast.Subscription
public typealias WaitableSubscription = SwitchboardBroadcast.WaitableSubscription
public typealias Disposable = SwitchboardBroadcast.Disposable
public typealias CompositeDisposable = SwitchboardBroadcast.CompositeDisposable
public typealias Census = SwitchboardBroadcast.Census
