import Switchboard
import ThermostatKeys

/// Shows the measured temperature, and sets the target. Knows the board and the keys, but not the furnace.
public final class Panel: LifetimeOwner, Sendable {
  public let lifetime = Lifetime()
  private let show: @Sendable (String) -> Void

  public init(show: @escaping @Sendable (String) -> Void) {
    self.show = show
    let board = WhiteBoard.shared
    board.subscribe(.temperature, replay: .latest, owner: self) { panel, degrees in panel.show("\(Int(degrees)) °C") }
    board.signal(for: .isHeating).distinctUntilChanged().subscribe(owner: self) { panel, isHeating in
      panel.show(isHeating ? "heating" : "off")
    }
  }

  public func turn(to degrees: Double) { WhiteBoard.shared.set(degrees, for: .target) }
}
