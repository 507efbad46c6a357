import DurableFiles
import SpreadModel
package import Tables

/// `README.txt`: what the files of a results folder are, and lines that load them.
///
/// Levels are labels also where they look like numbers, so their loaders say so.
/// The lines between the rulers are run as they stand by `Tests/system/Readers/readme_lines.py`.
package struct LoaderReadMe {
  package var name: String
  package var description: String
  package var tables: [WrittenTable]
  /// Names of copies of files that the study reads.
  package var copies: [String]

  package init(
    name: String, description: String, tables: [WrittenTable], copies: [String] = []
  ) {
    self.name = name
    self.description = description
    self.tables = tables
    self.copies = copies
  }

  package var text: String {
    """
    Results of the study "\(name)"
    \(description.isEmpty ? "" : oneLine(description) + "\n")
    FILES
    \(fileList)

    CSV: UTF-8, comma, line feed, one header line, no comments. An empty field is a missing
    value; "inf" means without end. 0/1 columns are no/yes. Real numbers carry a point or
    an exponent. The unit and meaning of every column are in datapackage.json. Join rows of
    different tables by "point", and by "replicate" where a table has it.

    LOAD THEM (run these lines inside this folder)

    \(loader("pandas (Python)", "pandas", pandas))
    \(loader("R", "R", base))
    \(loader("DuckDB (SQL)", "duckdb", duckdb))
    \(loader("gnuplot", "gnuplot", gnuplot))
    WHAT NEXT
      spreadlab report .            one page with pictures, report.html
      spreadlab verify .            checks every file and repeats runs at random
      spreadlab replay . --point 0 --replicate 0      one run again, step by step

    """
  }

  /// - Parameter name: on the ruler above the lines.
  private func loader(_ program: String, _ name: String, _ lines: String) -> String {
    let ruler = String(repeating: "-", count: 83)
    return "\(program)\n\(ruler.dropLast(name.count + 2)) \(name)\n\(lines)\n\(ruler)\n"
  }

  /// The lines below are made to be pasted; a text of the study must not look like some of them.
  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private var fileList: String {
    var lines = tables.map { ($0.file.name, "one row is \($0.schema.row)") }
    lines += copies.map { ($0, "a file of edges that the study reads, as it was given") }
    lines += [
      ("datapackage.json", "type, unit, meaning and keys of every column (Data Package v2)"),
      ("manifest.json", "versions, seed, host, times and SHA-256 of every file"),
      ("study.json", "the study as it was given"),
      ("study.resolved.json", "the study with every default filled in"),
      ("README.txt", "this file"),
      (".store/", "the finished runs, from which all tables can be made again"),
    ]
    let width = 2 + (lines.map { $0.0.count }.max() ?? 0)
    return lines.map { name, meaning in
      "  " + name + String(repeating: " ", count: width - name.count) + meaning
    }.joined(separator: "\n")
  }

  private func schema(_ table: String) -> TableSchema? {
    tables.first { $0.schema.name == table }?.schema
  }

  private func file(_ table: String) -> String? {
    tables.first { $0.schema.name == table }?.file.name
  }

  /// The tables that a reader wants first, with their files.
  private var loaded: [(table: String, file: String)] {
    ["runs", "summary", "posterior", "curves"].compactMap { name in file(name).map { (name, $0) } }
  }

  private var pandas: String {
    let words = "dtype={\"level_a\": str, \"level_b\": str}"
    return
      (["import pandas as pd"] + loaded.map { "\($0) = pd.read_csv(\"\($1)\")" }
      + (file("comparisons") == nil
        ? [] : ["comparisons = pd.read_csv(\"comparisons.csv\", \(words))"])
      + ["print(runs.groupby(\"point\")[\"final_share\"].mean())"]).joined(separator: "\n")
  }

  private var base: String {
    (loaded.map { "\($0) <- read.csv(\"\($1)\")" }
      + (file("comparisons") == nil
        ? []
        : [
          "labels <- c(level_a = \"character\", level_b = \"character\")",
          "comparisons <- read.csv(\"comparisons.csv\", colClasses = labels)",
        ])
      + ["print(aggregate(final_share ~ point, runs, mean))"]).joined(separator: "\n")
  }

  /// The whole file decides the types, because a column may begin with many empty fields. Where labels look like
  /// numbers, or a column of numbers begins with inf, which DuckDB takes for a date, they are given.
  private var duckdb: String {
    func view(_ table: String, _ labels: [String] = []) -> [String] {
      let names = schema(table)?.columns.map(\.name) ?? []
      let lengths = ModelKey.factors.filter(\.mayBeEndless).map(\.name).filter(names.contains)
      let types = labels.map { "'\($0)': 'VARCHAR'" } + lengths.map { "'\($0)': 'DOUBLE'" }
      let start = "CREATE VIEW \(table) AS FROM read_csv('\(table).csv', sample_size = -1"
      return types.isEmpty
        ? [start + ");"] : [start + ",", "  types = {\(types.joined(separator: ", "))});"]
    }
    var lines = view("runs")
    if file("comparisons") != nil { lines += view("comparisons", ["level_a", "level_b"]) }
    lines.append("SELECT point, avg(final_share) FROM runs GROUP BY point ORDER BY point;")
    return lines.joined(separator: "\n")
  }

  private var gnuplot: String {
    let start = "set datafile separator comma\nset key autotitle columnheader\n"
    guard file("curve_summary") != nil else {
      return start + "plot \"runs.csv\" using \"replicate\":\"steps\" with points"
    }
    let hasSeries = schema("curve_summary")?.columns.contains { $0.name == "series" } ?? false
    let series = hasSeries ? " && strcol(\"series\") eq \"infected\"" : ""
    return start
      + """
      only(p) = column("point") == p\(series) ? column("step") : NaN
      plot "curve_summary.csv" using (only(0)):"q05":"q95" with filledcurves fs solid 0.25, \\
           "" using (only(0)):"median" with lines
      """
  }
}
