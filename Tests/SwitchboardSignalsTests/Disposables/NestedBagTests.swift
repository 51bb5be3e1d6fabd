import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R11 Bags: each in the next")
struct NestedBagTests {
  private static func nested(_ levels: Int, _ innermost: ActionDisposable) -> CompositeDisposable {
    (0..<levels).reduce(CompositeDisposable([innermost])) { bag, _ in CompositeDisposable([bag, ActionDisposable {}]) }
  }

  @Test("a hundred thousand are released without recursion, and nothing is disposed")
  func released() {
    let (disposals, population) = (Counter(), Population())
    onSmallStack {
      _ = Self.nested(
        100_000,
        ActionDisposable { [member = population.member()] in
          withExtendedLifetime(member) { _ = disposals.increment() }
        })
    }
    #expect(disposals.value == 0)
    #expect(population.count == 0)
  }

  @Test("a bag that other code keeps stays as it is")
  func kept() {
    let disposals = Counter()
    let kept = CompositeDisposable([ActionDisposable { disposals.increment() }])
    do { _ = CompositeDisposable([CompositeDisposable([kept])]) }
    #expect(kept.count == 1)
    kept.dispose()
    #expect(disposals.value == 1)
  }

  @Test("a thousand are disposed, from the outside in")
  func disposed() {
    let disposals = Counter()
    onSmallStack(factor: 4) { Self.nested(1_000, ActionDisposable { disposals.increment() }).dispose() }
    #expect(disposals.value == 1)
  }
}
