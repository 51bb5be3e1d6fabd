import Switchboard

final class Cart: Sendable {
  let items = Property<[String]>([])
}

final class Badge: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(_ cart: Cart) {
    cart.items
      .map { $0.count }
      .distinctUntilChanged()
      .subscribe(owner: self) { badge, count in badge.show(count) }
  }

  private func show(_ count: Int) { print("\(count) in the cart") }
}

let cart = Cart()
var badge: Badge? = Badge(cart)
cart.items.value.append("tea")
cart.items.value[0] = "green tea"
cart.items.update { $0 += ["cup", "pot"] }
badge = nil
cart.items.value = []
