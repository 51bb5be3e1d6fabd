public import SwitchboardBroadcast

// These types are declared beside the registries, which end subscriptions without knowledge of signals. The types are
// part of this module's public interface.

/// A handle that ends one subscription.
public typealias Subscription = SwitchboardBroadcast.Subscription
/// A handle that ends one subscription and can wait until no call of its handler runs.
public typealias WaitableSubscription = SwitchboardBroadcast.WaitableSubscription
/// A protocol for everything that can be ended once: subscriptions, bags, actions, and types of your own.
public typealias Disposable = SwitchboardBroadcast.Disposable
/// A bag: disposes many disposables with one call.
public typealias CompositeDisposable = SwitchboardBroadcast.CompositeDisposable
/// The number of a subject's subscriptions, and the number of places for them.
public typealias Census = SwitchboardBroadcast.Census
