public import SwitchboardBroadcast

extension ChannelTerminal {
  /// Binds this end and `property` to each other. The property is sent into this end first, and from then on each change. See
  /// ``Property/bind(twoWay:fileID:line:)-(ChannelTerminal<Value,Failed>,_,_)``, where it is the property that takes the first value.
  @discardableResult
  public func bind(
    twoWay property: Property<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { end.bind(toRight: property, fileID: fileID, line: line) }

  /// Binds this end and an end of another channel to each other: what comes out of each is sent into the other. What the other one
  /// replays is sent into this one first; if it replays nothing, the other way round.
  ///
  /// The two channels end together, by the same event; if one is dropped, the other is completed. Neither keeps the other.
  /// In a circle of channels each value crosses each of them once.
  ///
  /// - Precondition: The two are not one, and not bound to each other already.
  @discardableResult
  public func bind(
    twoWay other: ChannelTerminal, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    require(
      end.core !== other.end.core,
      "cannot bind a channel to itself; what is meant may be an end of another channel, or a property at each end")
    return end.bind(toRight: other.end, fileID: fileID, line: line)
  }
}
