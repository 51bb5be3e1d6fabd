/// The storage of this module's registries. The sources below `Runtime` are those of `SwitchboardBroadcast`.
public typealias SubscriberStorage = ArrayStorage
