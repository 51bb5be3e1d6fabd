import Switchboard
import ThermostatDisplay
import ThermostatSensor

/// A furnace and a panel in two modules, which share only the keys of the white board.
@main
struct Thermostat {
  static func main() {
    let furnace = Furnace()
    do {
      let panel = Panel { print($0) }
      panel.turn(to: 20)
      for _ in 0..<4 { furnace.minute() }
      panel.turn(to: 10)
      withExtendedLifetime(panel) { furnace.minute() }
    }
    // The panel is deallocated, and its observations have ended. The furnace continues.
    furnace.minute()
    print("\(WhiteBoard.shared.census.subscriptions) observers are left")
    withExtendedLifetime(furnace) {}
  }
}
