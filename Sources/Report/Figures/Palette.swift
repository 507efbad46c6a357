/// The colors of all pictures: as gnuplot writes them on white, and as the page shows them in the dark.
///
/// The lines take Okabe and Ito's colors (2008, "Color Universal Design"), the light ones among them
/// darkened until they have a contrast of 3:1 with white, as WCAG 2.2 asks of graphics (1.4.11), and
/// for the dark page lightened. Every line has dashes of its own as well, so color alone distinguishes none.
struct Palette: Sendable {
  /// In scripts, and behind `--` in the style sheet.
  let name: StaticString
  let light: StaticString
  let dark: StaticString

  private init(_ name: StaticString, light: StaticString, dark: StaticString) {
    (self.name, self.light, self.dark) = (name, light, dark)
  }

  /// All colors but black, which is the page's ink.
  static let all = [
    Palette("navy", light: "#003F6B", dark: "#8CC4EE"),
    Palette("orange", light: "#E69F00", dark: "#F0B429"),
    Palette("gray", light: "#C8C8C8", dark: "#3A4753"),
    Palette("slate", light: "#6A7480", dark: "#9AA5B0"),
    Palette("vermillion", light: "#D55E00", dark: "#FF8A3D"),
    Palette("green", light: "#008F68", dark: "#35C79A"),
    Palette("purple", light: "#B0558A", dark: "#E3A0C8"),
    Palette("sky", light: "#1F88C4", dark: "#56B4E9"),
    Palette("ochre", light: "#A66F00", dark: "#D9B25C"),
  ]

  /// The colors of lines in their order, with the dashes of each.
  private static let lines: [(color: GnuplotScript, dashes: Int)] = [
    ("navy", 1), ("vermillion", 2), ("green", 4), ("purple", 3), ("sky", 5), ("'black'", 2),
    ("ochre", 1), ("slate", 4),
  ]

  /// How many lines one picture can distinguish.
  static let lineCount = lines.count

  /// The color of line number `index` of a panel, from 0.
  static func color(_ index: Int) -> GnuplotScript { lines[index % lineCount].color }

  /// How line number `index` of a panel is drawn.
  static func line(_ index: Int) -> GnuplotScript {
    "lw 2 dt \(lines[index % lineCount].dashes) lc rgb \(color(index))"
  }

  /// Gives the colors their names in a script.
  static var script: GnuplotScript {
    all.map { color -> GnuplotScript in
      let (name, light) = (
        GnuplotScript(stringLiteral: color.name), GnuplotScript(stringLiteral: color.light)
      )
      return "\(name) = '\(light)'"
    }
    .joined(separator: "; ")
  }

  /// The style sheet's properties, such as `--navy: #003F6B;`.
  static func properties(dark: Bool) -> String {
    all.map { "--\($0.name): \(dark ? $0.dark : $0.light);" }.joined(separator: " ")
  }

  /// As gnuplot's svg terminal writes the light color, such as "rgb(  0,  63, 107)".
  var inSVG: String {
    let digits = light.description.dropFirst()
    let parts = [0, 2, 4].map { start in
      let number = String(Int(digits.dropFirst(start).prefix(2), radix: 16) ?? 0)
      return String(repeating: " ", count: 3 - number.count) + number
    }
    return "rgb(\(parts.joined(separator: ", ")))"
  }
}
