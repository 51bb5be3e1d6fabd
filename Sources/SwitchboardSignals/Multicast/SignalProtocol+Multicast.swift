import SwitchboardBroadcast

extension SignalProtocol {
  /// One subscription to this signal for all who subscribe to the connection from when it is connected. Source: RACSignal publish.
  public func publish(fileID: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, fileID: fileID, line: line) {
      PublishSubject<Value, Failure>(fileID: fileID, line: line)
    }
  }

  /// One subscription to this signal, sent through `subject`, which others may send to as well. Source: RACSignal multicast:.
  ///
  /// The subject is the connection's only one: it has ended when the source has, and the connection cannot reconnect.
  public func multicast<Subject: SignalProtocol & ObserverProtocol>(
    _ subject: Subject, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> where Subject.Value == Value, Subject.Failure == Failure {
    MulticastConnection(signal, hasOwnSubject: true, fileID: fileID, line: line) { subject }
  }

  /// One subscription to this signal, sent through a subject that `makeSubject` makes, and a fresh one each time that the
  /// connection begins anew.
  ///
  /// - Parameter makeSubject: Called with no lock held; what it makes is dropped if another thread came first.
  public func multicast<Subject: SignalProtocol & ObserverProtocol>(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ makeSubject: @escaping @Sendable () -> Subject
  ) -> MulticastConnection<Value, Failure> where Subject.Value == Value, Subject.Failure == Failure {
    MulticastConnection(signal, fileID: fileID, line: line, makeSubject)
  }

  /// Subscribes now, once; who subscribes to the result first gets the last `capacity` values, and after the end the terminal
  /// event. Source: RACSignal replay.
  ///
  /// The subscription lasts until the source ends or ``MulticastConnection/disconnect()`` is called.
  public func replay(
    capacity: ReplayCapacity = .unlimited, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> {
    let connection = MulticastConnection(signal, fileID: fileID, line: line) {
      ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line)
    }
    connection.connect(fileID: fileID, line: line)
    return connection
  }

  /// `replay(capacity: 1)`. Source: RACSignal replayLast.
  public func replayLast(fileID: StaticString = #fileID, line: UInt32 = #line) -> MulticastConnection<Value, Failure> {
    replay(capacity: 1, fileID: fileID, line: line)
  }

  /// The same as ``replay(capacity:fileID:line:)``, except that the first to subscribe to the result connects it. It stays
  /// connected when all have left. Source: RACSignal replayLazily.
  public func replayLazily(
    capacity: ReplayCapacity = .unlimited, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, lazily: true, fileID: fileID, line: line) {
      ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line)
    }
  }

  /// One subscription to this signal for as long as somebody is subscribed to the result; late subscribers first get the last
  /// `capacity` values. Source: RxSwift share(replay:), with the scope whileConnected.
  ///
  /// When the last has left, the source is disposed; who comes then begins anew, with nothing to replay. After the end late
  /// subscribers get the replay and the terminal event; the source is not subscribed to again.
  public func share(
    replay capacity: ReplayCapacity = 0, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    MulticastConnection(signal, fileID: fileID, line: line) {
      ReplaySubject<Value, Failure>(capacity: capacity, fileID: fileID, line: line)
    }
    .autoconnect(fileID: fileID, line: line)
  }
}
