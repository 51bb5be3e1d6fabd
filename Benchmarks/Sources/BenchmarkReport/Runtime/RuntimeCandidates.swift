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
      Sends a value through a subject to n subscribers. One operation is one delivery. OpenCombine: PassthroughSubject.
      """
    case subscription:
      "Disposes the oldest of n subscribers of a subject and adds a new one. One operation is both."
    case chain: "Sends a value through map and filter, which passes the value on. One operation is one value."
    case "operators.six": "Sends a value through map, filter, map, scan, map and filter. One operation is one value."
    case "replay.send":
      """
      Sends a value through a replay subject that keeps one value. OpenCombine has no replay subject: \
      CurrentValueSubject, which also keeps one value.
      """
    case "behavior.send": "Sends a value through a subject with a current value. OpenCombine: CurrentValueSubject."
    case "create+subscribe+dispose":
      """
      Makes a cold signal that sends one value and completes, subscribes, and disposes the subscription. OpenCombine \
      has no publisher made of a closure that sends: Deferred of Just, which runs a closure and needs no subject.
      """
    case "observer.send":
      """
      Sends a value as the producer of a cold signal. OpenCombine gives its producers a subject to send through: \
      PassthroughSubject.
      """
    case "property.set": "Sets a property that has one subscriber. OpenCombine: CurrentValueSubject."
    case "binding.two-way":
      "Sets one of two properties that are bound to each other; a subscriber of the other property gets the value."
    case "channel.roundtrip":
      """
      Sends a value into the leading end of a channel. The following end answers, and a subscriber of the leading end \
      gets the answer.
      """
    case "command.execute": "Executes a command with work that sends one value and completes immediately."
    case "merge.send":
      """
      Sends a value through one of two merged subjects. OpenCombine has no merge: flatMap over a sequence of the two.
      """
    case "operators.flatMap":
      """
      Sends a value through flatMap, which makes a signal of the value, subscribes to that signal, and passes its \
      value on. One operation is one value. OpenCombine: flatMap to Just.
      """
    case "operators.combineLatest":
      "Sends a value through one of two combined subjects after both have sent. OpenCombine has no combineLatest."
    case "operators.zip": "Sends one value through each of two zipped subjects. One operation is one pair."
    case "operators.debounce":
      """
      Sends a value through debounce, and advances virtual time until the value arrives. OpenCombine has no virtual \
      time: its debounce runs on a scheduler with room for one job, which does less work than TestScheduler.
      """
    case values:
      """
      Sends a value to a task that waits for the value, and runs the task on the same thread, without the operating \
      system's scheduler. One operation is one value.
      """
    case "async.values.burst":
      "Sends eight values while a task is busy, then runs the task, which reads them. One operation is one value."
    case "board.set":
      """
      Sets a key of a board with n observers, with a look-up each time. One operation is one delivery. \
      NotificationCenter: a post by name, with the value in its dictionary, or empty.
      """
    case "board.set.handle": "Sets the same key by a handle, which has looked up the key once."
    case "board.set.unobserved":
      """
      Sets keys without observers, drawn at random from n keys. One operation is one set. NotificationCenter keeps no \
      values: posts of n names in turn.
      """
    case "board.set.handle.unobserved": "Sets a key without observers by a handle."
    case "board.get": "Reads keys, drawn at random from n keys. One operation is one read."
    case "board.subscribe+dispose":
      """
      Disposes the oldest of n observers of one key and adds a new observer. One operation is both. \
      NotificationCenter: removeObserver and addObserver.
      """
    case "board.owners.come-and-go":
      """
      Makes n objects that each observe three keys of a board as long as they live, then releases all objects. One \
      operation is one object.
      """
    case "bus.dispatch":
      """
      Dispatches an event on a bus to n handlers of its type. One operation is one delivery. NotificationCenter: a \
      post by name, with the value in its dictionary, or empty.
      """
    case "bus.dispatch.unheard":
      """
      Dispatches an event without subscribers, on a bus without subscribers of dead events. NotificationCenter: a \
      post without observers.
      """
    case "bus.dispatch.subtype":
      "Dispatches an event to n handlers that have subscribed to its subtype. One operation is one delivery."
    case "bus.dispatch.two-threads":
      """
      Two threads dispatch events on one bus, each thread a different type, to n handlers of each type. One operation \
      is one delivery; the time is the processor time of both threads. The floor: two threads that share nothing and \
      loop over n closures each.
      """
    case "bus.subscribe+dispose":
      """
      Disposes the oldest of n subscribers of one type and adds a new subscriber. One operation is both. \
      NotificationCenter: removeObserver and addObserver.
      """
    case owners:
      """
      Makes n objects that each subscribe to one subject as long as they live, then releases all objects. One \
      operation is one object. OpenCombine: a cancellable that the object holds, and a weak reference to the object \
      in the handler.
      """
    default: nil
    }
  }
}
