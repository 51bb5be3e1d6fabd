/// Runs `program` on a broadcaster and on the model, in lockstep. Returns the first difference, or nil if there is
/// none.
func difference(
  _ program: [Step], _ delivery: Delivery, subscribers: Int
) -> String? {
  let model = Model(program, delivery: delivery, subscribers: subscribers)
  let real = Execution(program, delivery, subscribers: subscribers)
  defer { real.finish() }
  let setting = "program \(program.text), \(subscribers) subscribers at first, \(delivery)"
  while model.cursor < program.count {
    model.step()
    real.step()
    if real.calls != model.calls {
      let same = zip(real.calls, model.calls).prefix { $0 == $1 }.count
      return "\(setting): call \(same) is \(real.calls.dropFirst(same).first.map(\.description) ?? "missing")"
        + ", expected \(model.calls.dropFirst(same).first.map(\.description) ?? "none")"
    }
    if real.cursor != model.cursor { return "\(setting): took \(real.cursor) steps, expected \(model.cursor)" }
    if real.live != model.live { return "\(setting): live \(real.live), expected \(model.live)" }
    let census = real.census
    if census.count != model.live.count { return "\(setting): census \(census), expected \(model.live.count)" }
    if !census.isWithinBounds { return "\(setting): R10, \(census) at rest" }
    if real.population.count != model.live.count {
      return "\(setting): R9, \(real.population.count) handlers alive for \(model.live.count) subscriptions"
    }
    real.checkInvariants()
  }
  return nil
}
