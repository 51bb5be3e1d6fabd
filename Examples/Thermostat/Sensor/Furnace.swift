import Switchboard
import ThermostatKeys

/// Measures the temperature, and heats when it is too low. Knows the board and the keys, but not the panel.
public final class Furnace: LifetimeOwner, Sendable {
  public let lifetime = Lifetime()

  public init() {
    let board = WhiteBoard.shared
    board.set(15, for: .temperature)
    board.subscribe(.target, replay: .latest, owner: self) { furnace, _ in furnace.decide() }
    board.subscribe(.temperature, owner: self) { furnace, _ in furnace.decide() }
  }

  /// Advances the time by a minute. The temperature rises by two degrees while heating, and falls by one otherwise.
  public func minute() {
    let change = WhiteBoard.shared[.isHeating] == true ? 2.0 : -1.0
    WhiteBoard.shared.update(.temperature) { $0 = ($0 ?? 15) + change }
  }

  private func decide() {
    let board = WhiteBoard.shared
    guard let temperature = board[.temperature], let target = board[.target] else { return }
    let isHeating = temperature < target
    if board[.isHeating] != isHeating { board.set(isHeating, for: .isHeating) }
  }
}
