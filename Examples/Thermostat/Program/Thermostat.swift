import Switchboard
import ThermostatDisplay
import ThermostatSensor

/// A furnace and a panel in modules of their own, which share only the keys of the white board.
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
    // The panel is gone, and what it observed with it; the furnace goes on.
    furnace.minute()
    print("\(WhiteBoard.shared.census.observers) observers are left")
    withExtendedLifetime(furnace) {}
  }
}
