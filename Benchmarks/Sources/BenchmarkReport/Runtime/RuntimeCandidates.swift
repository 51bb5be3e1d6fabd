/// The names of the suite `runtime`, and what they mean.
enum RuntimeCandidates {
  static let own = "switchboard"
  static let peer = "opencombine"
  static let control = (name: "switchboard-again", of: own)
  /// The layers below a subject, from near to far.
  static let below = ["registry", "floor-swift", "dictionary"]

  /// The standard library's stream, which tasks read from in place of a signal.
  static let stream = "asyncstream"

  /// The candidates that boards and the bus are compared with.
  static let notifications = ["notification-center", "notification-center-empty"]

  static let order = [own, control.name, peer, stream] + notifications + below

  static let subjectSend = "subject.send"
  static let subscription = "subject.subscribe+dispose"
  static let chain = "operators.map+filter"
  static let values = "async.values"
  static let owners = "owners.come-and-go"

  static let workloads = [
    subjectSend, subscription, chain, "operators.six", "replay.send", "behavior.send", "create+subscribe+dispose",
    "observer.send", "merge.send", "operators.flatMap", "operators.combineLatest", "operators.zip",
    "operators.debounce", values, "async.values.burst", "property.set", "binding.two-way", "channel.roundtrip",
    "command.execute", "board.set", "board.set.handle", "board.set.unobserved", "board.set.handle.unobserved",
    "board.get", "board.subscribe+dispose", "board.owners.come-and-go",
    "bus.dispatch", "bus.dispatch.unheard", "bus.dispatch.subtype", "bus.dispatch.two-threads", "bus.subscribe+dispose",
    owners,
  ]

  /// Returns a sentence that defines one operation of a workload. It also says what the peer does instead, where the
  /// peer has no operation of the same name.
  static func sentence(_ workload: String) -> String? {
    switch workload {
    case subjectSend:
      """
      A value is sent through a subject to n subscribers. One operation is one delivery. OpenCombine: \
      PassthroughSubject.
      """
    case subscription:
      "On a subject with n subscribers the oldest leaves and a new one joins. One operation is both."
    case chain: "A value is sent through map and filter, which lets it pass. One operation is one value."
    case "operators.six": "A value is sent through map, filter, map, scan, map and filter. One operation is one value."
    case "replay.send":
      """
      A value is sent through a replay subject that keeps one. OpenCombine has no replay subject: CurrentValueSubject, \
      which keeps one too.
      """
    case "behavior.send": "A value is sent through a subject with a current value. OpenCombine: CurrentValueSubject."
    case "create+subscribe+dispose":
      """
      A cold signal that sends one value and completes is made, subscribed to, and its subscription disposed of. \
      OpenCombine has no publisher made of a closure that sends: Deferred of Just, which runs a closure and needs no \
      place to send to.
      """
    case "observer.send":
      """
      A value is sent as the producer of a cold signal sends it. OpenCombine gives its producers a subject to send \
      through: PassthroughSubject.
      """
    case "property.set": "A property is set that has one subscriber. OpenCombine: CurrentValueSubject."
    case "binding.two-way":
      "One of two properties that are bound to each other is set; a subscriber of the other one hears of it."
    case "channel.roundtrip":
      """
      A value is sent into the leading end of a channel; the following end answers, and a subscriber of the leading \
      one hears that.
      """
    case "command.execute": "A command is executed whose work sends one value and completes at once."
    case "merge.send":
      """
      A value is sent through one of two merged subjects. OpenCombine has no merge: flatMap over a sequence of the two.
      """
    case "operators.flatMap":
      """
      A value is sent through flatMap, which makes a signal of it, subscribes to that, and sends its value on. One \
      operation is one value. OpenCombine: flatMap to Just.
      """
    case "operators.combineLatest":
      "Of two combined subjects that have both sent, one sends again. OpenCombine has no combineLatest."
    case "operators.zip": "Two zipped subjects send one value each. One operation is one pair."
    case "operators.debounce":
      """
      A value is sent through debounce, and virtual time passes until it arrives. OpenCombine has no virtual time: its \
      debounce runs on a scheduler with room for the one job that this needs, which is less than TestScheduler does.
      """
    case values:
      """
      A value is sent to a task that waits for it, and the task is run, on the same thread and without the operating \
      system's scheduler. One operation is one value.
      """
    case "async.values.burst":
      "Eight values are sent while a task is busy, then it is run and reads them. One operation is one value."
    case "board.set":
      """
      A key of a board is set, looked up each time, with n observers. One operation is one delivery. \
      NotificationCenter: a post by name, with the value in its dictionary, or empty.
      """
    case "board.set.handle": "The same by a handle, for which the key was looked up once."
    case "board.set.unobserved":
      """
      Keys without observers are set, drawn at random from n. One operation is one set. NotificationCenter, which \
      keeps nothing: posts of as many names in turn.
      """
    case "board.set.handle.unobserved": "A key without observers is set by a handle."
    case "board.get": "Keys are read, drawn at random from n. One operation is one reading."
    case "board.subscribe+dispose":
      """
      Of n observers of one key the oldest is disposed, and another observes. One operation is such a pair. \
      NotificationCenter: removeObserver and addObserver.
      """
    case "board.owners.come-and-go":
      """
      n objects are made, each observes three keys of a board for as long as it lives, then all of them go. One \
      operation is one object.
      """
    case "bus.dispatch":
      """
      An event is dispatched on a bus to n handlers of its type. One operation is one delivery. NotificationCenter: a \
      post by name, with the value in its dictionary, or empty.
      """
    case "bus.dispatch.unheard":
      """
      An event is dispatched that nobody listens to, and nobody wants to hear of that. NotificationCenter: a post \
      without observers.
      """
    case "bus.dispatch.subtype":
      "An event is dispatched to n handlers that have subscribed to its subtype. One operation is one delivery."
    case "bus.dispatch.two-threads":
      """
      Two threads dispatch events, each of a type of its own, on one bus, to n handlers of each type. One operation is \
      one delivery; the time is the processor time of both threads. The floor: two threads that have nothing in \
      common, and loop over n closures each.
      """
    case "bus.subscribe+dispose":
      """
      Of n subscribers of one type the oldest is disposed, and another subscribes. One operation is such a pair. \
      NotificationCenter: removeObserver and addObserver.
      """
    case owners:
      """
      n objects are made, each subscribes to one subject for as long as it lives, then all of them go. One operation \
      is one object. OpenCombine: a cancellable that the object holds, and a weak reference to the object in the \
      handler.
      """
    default: nil
    }
  }
}
