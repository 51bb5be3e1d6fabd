public import SwitchboardBroadcast

extension ChannelTerminal {
  /// Binds this end and `property` to each other. The value of the property is sent into this end first, then each
  /// change. In ``Property/bind(twoWay:fileID:line:)-(ChannelTerminal<Value,Failed>,_,_)`` the property takes the first
  /// value instead.
  @discardableResult
  public func bind(
    twoWay property: Property<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { end.bind(toRight: property, fileID: fileID, line: line) }

  /// Binds this end and an end of another channel to each other: what comes out of each end is sent into the other end.
  /// The value that `other` replays is sent into this end first. If `other` replays nothing, the value that this end
  /// replays is sent into `other`.
  ///
  /// The two channels end together, by the same event. If one channel is deallocated, the other completes. Neither
  /// keeps the other alive. In a circle of channels each value crosses each channel once.
  ///
  /// - Precondition: The two ends belong to different channels, and are not bound to each other already.
  @discardableResult
  public func bind(
    twoWay other: ChannelTerminal, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    require(
      end.core !== other.end.core,
      "cannot bind a channel to itself; bind an end of another channel, or a property to each end")
    return end.bind(toRight: other.end, fileID: fileID, line: line)
  }
}
