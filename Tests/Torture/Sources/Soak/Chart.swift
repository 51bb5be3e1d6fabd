import Foundation

/// One second of a soak.
struct Sample {
  var second: Int
  var liveBytes: Int
  var residentBytes: Int
  /// Programs and deliveries in this second.
  var programs: Int
  var deliveries: Int

  static let header = "second,live_bytes,resident_bytes,programs,deliveries\n"
  var row: String { "\(second),\(liveBytes),\(residentBytes),\(programs),\(deliveries)\n" }
}

/// The samples of a soak as an SVG with one panel for each column.
struct Chart {
  let svg: String

  init(_ samples: [Sample], title: String) {
    let panels: [(name: String, values: [Double])] = [
      ("live bytes", samples.map { Double($0.liveBytes) }),
      ("resident bytes", samples.map { Double($0.residentBytes) }),
      ("programs a second", samples.map { Double($0.programs) }),
      ("deliveries a second", samples.map { Double($0.deliveries) }),
    ]
    let (width, height) = (860.0, 150.0)
    var body = ""
    for (index, panel) in panels.enumerated() {
      let top = 40 + Double(index) * (height + 40)
      let most = max(1, panel.values.max() ?? 1)
      let points = panel.values.enumerated().map { place, value in
        let x = 20 + width * Double(place) / Double(max(1, panel.values.count - 1))
        return String(format: "%.1f,%.1f", x, top + height - height * value / most)
      }
      body += """
          <text x="20" y="\(top - 6)">\(panel.name), from 0 to \(Int(most).grouped)</text>
          <rect x="20" y="\(top)" width="\(width)" height="\(height)" fill="none" stroke="#bbb"/>
          <polyline fill="none" stroke="#1f5fa8" points="\(points.joined(separator: " "))"/>

        """
    }
    svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 \(60 + panels.count * 190)" font-family="sans-serif" \
      font-size="13">
        <rect width="100%" height="100%" fill="white"/>
        <text x="20" y="20" font-weight="bold">\(title)</text>
      \(body)</svg>

      """
  }
}
