import Tables

/// A picture of the report: the data drawn, the gnuplot script that draws it, and the same in
/// words and numbers.
struct Figure: Sendable {
  /// Name of its files in `plots/`.
  var name: FigureName
  var heading: String
  /// The response whose words the heading has; nil where there is none.
  var response: String?
  /// What is seen, in one or two sentences, where the answer does not say it.
  var summary = ""
  /// How to read it, and what is left out, as sentences; those that are empty are not written.
  var note: [String]
  /// The table it was drawn from.
  var source: String
  /// What is drawn: goes to `plots/NAME.csv`, which the script reads.
  var data: DataTable
  /// What stands below the picture.
  var shown: PageTable
  /// Drawing commands, run once per output form.
  var script: GnuplotScript
  /// In pixels of the page.
  var width = 960
  var height: Int
}

/// Columns and cells, as text.
struct DataTable: Sendable {
  var columns: [String]
  var rows: [[String]]

  var named: [CSVRow] { rows.map { CSVRow(columns: columns, cells: $0) } }

  /// The cells of a column.
  func texts(_ column: String) -> [String] { named.map { $0[column] } }

  /// The numbers in a column.
  func numbers(_ column: String) -> [Double] { texts(column).compactMap(finite) }

  func filtered(_ isKept: (CSVRow) -> Bool) -> DataTable {
    DataTable(columns: columns, rows: named.filter(isKept).map(\.cells))
  }

  var csv: String {
    ([columns] + rows).map { $0.map(Self.field).joined(separator: ",") + "\n" }.joined()
  }

  /// RFC 4180, in the part of it that gnuplot reads, too: it knows no doubled quotes and no line
  /// breaks in a cell.
  private static func field(_ text: String) -> String {
    let plain = withoutControls(text)
    guard plain.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return plain
    }
    let text = plain.replacing("\"", with: "\u{201D}")
    return text.contains(",") ? "\"\(text)\"" : text
  }
}

extension Figure {
  /// The files from which gnuplot makes the pictures, by their endings; run inside `plots/`, the
  /// script `gp` makes a picture in each form.
  func sources(drawing forms: [PictureForm]) -> [(ending: String, text: String)] {
    let endings = forms.map { "\($0)" as GnuplotScript }
    let all: GnuplotScript = """
      # Run in this folder: gnuplot \(name).gp
      # It reads \(name).csv and draws \(name) as \(endings.joined(separator: ", ")).
      set encoding utf8
      data = "\(name).csv"
      \(Palette.script)
      do for [form in "\(endings.joined(separator: " "))"] {
        reset
        set datafile separator comma
        set datafile columnheaders
        set tics nomirror
        set border 3
        set grid back lc rgb gray lw 0.5
        set key noautotitle
        if (form eq "svg") {
          set terminal svg size \(width),\(height) font "sans-serif,12" noenhanced name "\(name)"
          small = ",11.5"
        }
        if (form eq "pdf") {
          # As large as on the page, of which an inch has 96 pixels.
          set terminal pdfcairo size \(Double(width) / 96)in,\(Double(height) / 96)in \\
            font "DejaVu Sans,9" noenhanced fontscale 0.667 dashlength 0.6
          small = ",8.6"
        }
        if (form eq "png") {
          # Points here, 4/3 of the pixels there.
          set terminal pngcairo size \(2 * width),\(2 * height) font "DejaVu Sans,9" noenhanced \\
            fontscale 2 linewidth 2 pointscale 2 dashlength 0.6
          small = ",8.6"
        }
        set output "\(name).".form

      \(script.indented)
        unset output
      }

      """
    return [("gp", all.code), ("csv", data.csv)]
  }

  /// About as wide as a text is drawn, as a share of the picture's width.
  static func width(of text: String, pixels: Double = 7) -> Double {
    (Double(text.count) * pixels + 16) / 960
  }

  /// The text in as many lines as it needs to be no longer than some pixels, broken behind blanks, points
  /// and underscores; a single long word stays whole.
  static func wrapped(_ text: String, pixels: Int) -> [String] {
    var words = [""]
    for character in text {
      if let last = words[words.count - 1].last, " ._".contains(last), !character.isNumber {
        words.append("")
      }
      words[words.count - 1].append(character)
    }
    return wrapped(words, pixels: pixels)
  }

  /// Words with what is between them in as many lines as they need.
  static func wrapped(_ words: [String], pixels: Int) -> [String] {
    var lines = [words[0]]
    for word in words.dropFirst() {
      if 7 * (lines[lines.count - 1].count + word.count) > pixels { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines
  }

  /// The text, cut where it would be wider than a share of the picture.
  static func shortened(_ text: String, to width: Double) -> String {
    guard Figure.width(of: text) > width else { return text }
    var text = text
    while text.count > 4, Figure.width(of: text) > width { text.removeLast() }
    return text + "\u{2026}"
  }
}
