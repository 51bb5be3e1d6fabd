import Switchboard

extension BoardKey where Value == Int {
  static let count = BoardKey("count")
  static let other = BoardKey("other")
  static let passing = BoardKey("passing", retention: .whileSubscribed)
}

extension BoardKey where Value == String {
  static let title = BoardKey("title")
}
