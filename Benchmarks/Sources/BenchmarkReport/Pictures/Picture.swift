public import BenchmarkResults
public import Foundation

/// A drawing beside the report. The report writes it without Python, and readers see it without scripts.
struct Picture: Equatable, Sendable {
  let name: String
  /// What the picture shows, in one sentence with figures.
  let text: String
  let panels: [Panel]

  /// A part of a picture, which a page can put beside or below the other parts.
  struct Panel: Equatable, Sendable {
    /// The workload that the panel shows; nil for several.
    var workload: String?
    let width: Double
    let height: Double
    let body: String
  }

  var file: String { name + ".svg" }

  /// The file, with the panels side by side. A viewer that shows it in a page of another colour scheme sees its paper.
  var svg: String {
    let (margin, gap) = (12.0, 24.0)
    var x = margin
    let drawn = panels.map { panel in
      defer { x += panel.width + gap }
      let size = "width=\"\(SVG.number(panel.width))\" height=\"\(SVG.number(panel.height))\""
      let workload = panel.workload.map { " data-workload=\"\($0)\"" } ?? ""
      return """
        <svg class="panel"\(workload) x="\(SVG.number(x))" y="\(SVG.number(margin))" \(size) \
        viewBox="0 0 \(SVG.number(panel.width)) \(SVG.number(panel.height))">
        \(panel.body)
        </svg>
        """
    }
    let (width, height) = (x - gap + margin, (panels.map(\.height).max() ?? 0) + 2 * margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVG.number(width))" height="\(SVG.number(height))" \
      viewBox="0 0 \(SVG.number(width)) \(SVG.number(height))" role="img" aria-label="\(SVG.escaped(text))">
      <style>
      \(Self.style)
      </style>
      <rect width="100%" height="100%" style="fill:var(--paper)"/>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  /// The colours and the rules for panels of the page, which has the same panels.
  private static let style: String = {
    let page = String(decoding: PackageResources.page_css, as: UTF8.self)
    let colors = page.components(separatedBy: "* {")[0]
    return colors + page.split(separator: "\n").filter { $0.hasPrefix(".panel ") }.joined(separator: "\n")
  }()
}

/// All pictures of a run.
public struct Pictures {
  let all: [Picture]
  /// The files of all pictures that a run can have.
  static let files = [StoragesPicture.name, CostsPicture.name].map { $0 + ".svg" }

  public init(_ results: Results) {
    func comparisons(_ suite: String, _ control: (name: String, of: String)) -> Comparisons {
      Comparisons(control: control, in: SuiteMeasurements(suite: suite, results))
    }
    all = [
      StoragesPicture.picture(comparisons(StorageSection.suite, StorageCandidates.control)),
      CostsPicture.picture(comparisons(RuntimeSection.suite, RuntimeCandidates.control)),
    ].compactMap(\.self)
  }

  /// Writes the pictures into a directory, and removes those of another run that this run cannot draw.
  ///
  /// - Returns: The written files.
  public func write(to directory: URL) throws(ReportError) -> [URL] {
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for file in Self.files.map({ directory.appending(path: $0) })
      where FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      return try all.map { picture in
        let file = directory.appending(path: picture.file)
        try Data(picture.svg.utf8).write(to: file, options: .atomic)
        return file
      }
    } catch {
      throw .cannotWrite(path: directory.relativePath, reason: JSONFile.reason(of: error))
    }
  }
}
