import Switchboard

extension MarbleInputs {
  @MarbleTable var watch: [MarbleDiagram] {
    MarbleDiagram(
      "do(onNext:)", [.request: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed], log: [5: "1", 15: "2"]
    ) {
      request.do { log($0) }
    }
    MarbleDiagram(
      "do(onError:onCompleted:)", [.request: [5: 1, 15: .error("broken")]], [5: 1, 15: .error("broken")],
      log: [15: "broken"]
    ) {
      request.do(onError: { log($0) }, onCompleted: { log("end") })
    }
    MarbleDiagram(
      "do(onTerminal:)", [.request: [5: 1, 15: .error("broken")]], [5: 1, 15: .error("broken")], log: [15: "end"]
    ) {
      request.do(onTerminal: { log("end") })
    }
    MarbleDiagram(
      "do(onSubscribe:onDispose:)", [.request: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed],
      log: [0: "begin", 25: "gone"]
    ) {
      request.do(onSubscribe: { log("begin") }, onDispose: { log("gone") })
    }
    MarbleDiagram("print", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      numbers.print("numbers")
    }
    MarbleDiagram(
      "logEvents", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed],
      log: [
        0: "[numbers] subscribed", 5: "[numbers] value 1", 15: "[numbers] value 2", 25: "[numbers] completed",
        25: "[numbers] disposed",
      ]
    ) {
      numbers.logEvents("numbers") { log($0) }
    }
  }
}
