public import Switchboard

// The keys are all that the modules of this program share.

extension BoardKey where Value == Double {
  /// The last measured temperature, in degrees Celsius.
  public static let temperature = BoardKey("thermostat.temperature")
  /// The wanted temperature, in degrees Celsius.
  public static let target = BoardKey("thermostat.target")
}

extension BoardKey where Value == Bool {
  public static let isHeating = BoardKey("thermostat.isHeating")
}
