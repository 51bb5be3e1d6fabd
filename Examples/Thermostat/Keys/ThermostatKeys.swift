public import Switchboard

// All that the modules of this program know of each other.

extension BoardKey where Value == Double {
  /// Degrees Celsius, as last measured.
  public static let temperature = BoardKey("thermostat.temperature")
  /// What it should be.
  public static let target = BoardKey("thermostat.target")
}

extension BoardKey where Value == Bool {
  public static let isHeating = BoardKey("thermostat.isHeating")
}
