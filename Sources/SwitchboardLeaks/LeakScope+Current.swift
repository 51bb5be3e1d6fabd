extension LeakScope {
  @TaskLocal static var running: LeakScope?

  /// The check that this code runs in, if any: for code that is not handed one, such as a test with `.leakChecked`.
  ///
  /// Known to tasks that the code under check starts too; on other threads inside ``perform(_:)`` only.
  public static var current: LeakScope? { running }
}
