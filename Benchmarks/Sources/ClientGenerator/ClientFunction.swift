/// A function of the generated client: makes a source, a chain of operators and a subscription, and sends.
struct ClientFunction: Sendable {
  let shape: Shape
  let type: ValueType

  var name: String { shape.name + type.name }

  /// The functions of the client, each with its counterpart of the same name in the client of every other library.
  static let all = Shape.all.flatMap { shape in ValueType.all.map { ClientFunction(shape: shape, type: $0) } }

  /// Whether the function's values come later, on the main queue.
  var isTimed: Bool { chains.joined().contains { $0.code(.switchboard).contains("on: .main") } }

  /// The chains of the function, from their sources to their subscriptions, without the code of a library.
  var chains: [[Step]] {
    let branches = shape.branches(type)
    return branches.isEmpty ? [shape.steps(type)] : branches.map { shape.steps(type) + $0 }
  }

  /// Returns the source code of the function.
  func code(_ library: Library) -> String {
    let (declarations, head, statements) = shape.source.code(type, library)
    let steps = shape.steps(type).map { "." + $0.code(library) }
    let branches = shape.branches(type)
    var body = declarations
    if branches.isEmpty {
      body += chain(head, steps + library.subscription)
    } else {
      body += chain("let \(shape.name) = \(head)", steps)
      for branch in branches {
        body += chain(shape.name, branch.map { "." + $0.code(library) } + library.subscription)
      }
    }
    body += statements
    let lines = body.map { "  " + $0 }.joined(separator: "\n")
    return "func \(name)(_ bag: \(library.bag.type)) {\n\(lines)\n}"
  }

  private func chain(_ head: String, _ links: [String]) -> [String] { [head] + links.map { "  " + $0 } }
}
