/// Two ends that speak to each other: what is sent into one comes out of the other. Source: RACChannel.
///
/// ```swift
/// let channel = Channel<String, Never>()
/// channel.following.subscribe { field.text = $0 }     // the view's side
/// channel.leading.send("Ann")                         // the model speaks: the field shows it
/// channel.following.send(field.text)                  // the view speaks: only the leading side hears it
/// ```
///
/// - Values cross, and never come back to the end that they were sent into.
/// - The last value sent to the following side is replayed to who subscribes there later; none is replayed on the leading side. So the model
///   belongs on the leading side.
/// - An error or completion, sent into either end, ends both, reaches the subscribers of both, and is what late comers get.
/// - A value that comes back through other channels, which are bound to each other in a circle, is not taken a second time.
///
/// The ends keep the channel; nobody needs to keep this object. When nobody has an end any more its subscriptions end. A
/// property that is bound to an end keeps the channel.
///
/// Threading: as for subjects (R1–R6). Each direction is a sequence of its own. Of two terminal events sent at once the first
/// counts, for both ends.
///
/// Cost: two subjects and two ends.
public final class Channel<Value: Sendable, Failure: Error>: Sendable {
  /// The end of the side that leads, such as a model. Replays the terminal event only.
  public let leading: ChannelTerminal<Value, Failure>
  /// The end of the side that follows, such as a view. Replays the last value, and the terminal event.
  public let following: ChannelTerminal<Value, Failure>

  /// - Parameter name: What traces and leak reports call it.
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    let core = ChannelCore<Value, Failure>(name: name, fileID: fileID, line: line)
    leading = ChannelTerminal(ChannelEnd(core: core, isLeading: true))
    following = ChannelTerminal(ChannelEnd(core: core, isLeading: false))
  }
}
