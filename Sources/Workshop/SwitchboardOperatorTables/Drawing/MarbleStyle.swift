/// The colours and the style sheet of the pictures.
package enum MarbleStyle {
  /// The colours for one kind of surroundings.
  package struct Theme: Sendable {
    package let ground, text, box, line, fault: String
  }

  package static let light = Theme(
    ground: "#ffffff", text: "#1f2328", box: "#f3f5f8", line: "#656d76", fault: "#b3261e")
  package static let dark = Theme(
    ground: "#0d1117", text: "#e6edf3", box: "#161b22", line: "#8b949e", fault: "#ff8b82")

  /// The colours of the values of each source, and of values that the operator makes: sky blue, orange, green, yellow
  /// and purple of the palette of Okabe and Ito, which colour-blind readers can tell apart.
  package static let fills = ["#56b4e9", "#e69f00", "#009e73", "#f0e442"]
  package static let new = "#cc79a7"
  /// The text on these colours.
  package static let onFill = "#0b0e12"

  static let sheet = """
    text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}
    path{fill:none}rect{stroke-width:1.2}.thick{stroke-width:2.5}.end{stroke-width:3.5}.error{stroke-width:3}
    .edge{stroke-width:1.5;stroke-dasharray:3 3}.unheard{stroke-dasharray:3 2}.ground{stroke:none}.on{fill:\(onFill)}
    \(fills.enumerated().map { ".c\($0){fill:\($1)}" }.joined()).new{fill:\(new)}
    \(rules(light))
    @media(prefers-color-scheme:dark){
    \(rules(dark))
    }
    """

  private static func rules(_ theme: Theme) -> String {
    """
    .ground,.unheard{fill:\(theme.ground)}text:not(.on){fill:\(theme.text)}.box{fill:\(theme.box)}
    rect,.thick,.end,.edge{stroke:\(theme.text)}.thin,.box{stroke:\(theme.line)}.head{fill:\(theme.text)}
    .error{stroke:\(theme.fault)}text.fault{fill:\(theme.fault)}
    """
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
