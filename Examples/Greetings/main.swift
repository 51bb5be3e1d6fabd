import Switchboard

let logins = PublishSubject<String, Never>(name: "logins")  // you send, all subscribers receive
let greetings = Property("", name: "greetings")  // a value that sends what is set
logins.filter { !$0.isEmpty }.map { "hello, \($0)" }.bind(to: greetings)
greetings.changes.subscribe { print($0) }
logins.send("ann")
