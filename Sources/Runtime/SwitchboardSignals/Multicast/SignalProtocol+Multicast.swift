import SwitchboardBroadcast

extension SignalProtocol {
  /// Shares one subscription to this signal between all subscribers of the returned connection. The subscription begins
  /// when the connection connects.
  public func publish(fileID: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, fileID: fileID, line: line) {
      SharedSubject(own: PublishSubject<Value, Failure>(fileID: fileID, line: line))
    }
  }

  /// Shares one subscription to this signal through `subject`, which other code may send to as well.
  ///
  /// The connection has no other subject. So the subject ends when this signal ends, and the connection cannot
  /// reconnect.
  ///
  /// - Parameter subject: Gets the events of this signal, and passes them to its subscribers.
  @inlinable
  public func multicast<Subject: SignalProtocol & ObserverProtocol>(
    _ subject: Subject, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> where Subject.Value == Value, Subject.Failure == Failure {
    MulticastConnection(signal, hasOwnSubject: true, fileID: fileID, line: line) { SharedSubject(subject) }
  }

  /// Shares one subscription to this signal through a subject that `makeSubject` makes. The connection makes a fresh
  /// subject each time that it starts again.
  ///
  /// - Parameter makeSubject: Called with no lock held. If another thread was faster, the returned subject is dropped.
  @inlinable
  public func multicast<Subject: SignalProtocol & ObserverProtocol>(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ makeSubject: @escaping @Sendable () -> Subject
  ) -> MulticastConnection<Value, Failure> where Subject.Value == Value, Subject.Failure == Failure {
    MulticastConnection(signal, fileID: fileID, line: line) { SharedSubject(makeSubject()) }
  }

  /// Subscribes to this signal immediately, once, and replays its values to each subscriber. Each subscriber of the
  /// returned connection first gets the last `capacity` values, and, after the end, the terminal event.
  ///
  /// The subscription lasts until this signal ends or ``MulticastConnection/disconnect()`` is called.
  ///
  /// - Parameter capacity: How many values are kept for later subscribers; all, without a number. With 0, only the
  ///   terminal event.
  public func replay(
    capacity: Int = .max, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> {
    let connection = MulticastConnection(signal, fileID: fileID, line: line) {
      SharedSubject(own: ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line))
    }
    connection.connect(fileID: fileID, line: line)
    return connection
  }

  /// Subscribes to this signal immediately, once, and replays the last value: `replay(capacity: 1)`.
  public func replayLast(fileID: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value, Failure> {
    replay(capacity: 1, fileID: fileID, line: line)
  }

  /// Subscribes to this signal at the first subscriber, once, and replays its values to each subscriber. The connection
  /// is that of ``replay(capacity:fileID:line:)``, except that its first subscriber connects it. It stays connected
  /// when all subscribers have left.
  ///
  /// - Parameter capacity: How many values are kept for later subscribers; all, without a number. With 0, only the
  ///   terminal event.
  public func replayLazily(
    capacity: Int = .max, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, lazily: true, fileID: fileID, line: line) {
      SharedSubject(own: ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line))
    }
  }

  /// Shares one subscription to this signal while the returned signal has subscribers. Late subscribers first get the
  /// last `capacity` values.
  ///
  /// When the last subscriber leaves, the subscription to this signal is disposed, and the values kept for late
  /// subscribers are released. The next subscriber starts again, with nothing to replay.
  ///
  /// After this signal has ended, late subscribers get the replayed values and the terminal event; this signal is not
  /// subscribed to again. So `share().retry()` never reaches this signal again, and never pauses. To begin anew after
  /// an error or a completion, for all subscribers, write `retry(3).share()` or `repeat(3).share()`.
  ///
  /// - Parameter capacity: How many values are kept for later subscribers. Without a number, none.
  public func share(
    replay capacity: Int = 0, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    MulticastConnection(signal, fileID: fileID, line: line) {
      SharedSubject(own: ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line))
    }
    .autoconnect(fileID: fileID, line: line)
  }
}
