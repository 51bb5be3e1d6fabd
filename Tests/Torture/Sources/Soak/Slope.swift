/// The slope of a series by Theil and Sen: the median of the slopes between all pairs. A few outliers do not move it.
struct Slope: Encodable {
  /// Units per second.
  var median = 0.0
  /// The 95 % interval, by Kendall's statistic.
  var low = 0.0
  var high = 0.0

  /// - Parameter series: One value a second. At most 2000 of them are used, evenly spread.
  init(_ series: [Double]) {
    let stride = max(1, (series.count + 1999) / 2000)
    let places = Array(Swift.stride(from: 0, to: series.count, by: stride))
    var slopes: [Double] = []
    for (index, right) in places.enumerated() {
      for left in places[..<index] { slopes.append((series[right] - series[left]) / Double(right - left)) }
    }
    guard !slopes.isEmpty else { return }
    slopes.sort()
    let count = Double(places.count)
    let spread = 1.96 * (count * (count - 1) * (2 * count + 5) / 18).squareRoot()
    let pairs = Double(slopes.count)
    func rank(_ place: Double) -> Double { slopes[min(slopes.count - 1, max(0, Int(place)))] }
    median = rank(pairs / 2)
    low = rank((pairs - spread) / 2)
    high = rank((pairs + spread) / 2)
  }
}
