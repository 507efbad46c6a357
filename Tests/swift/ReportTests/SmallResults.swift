import Foundation
import Report

/// A results folder made by hand: points that differ in `group_size` unless a test says otherwise, three
/// runs each, two steps of curves. Removed with the object.
final class SmallResults {
  let path: String
  /// By file: what `datapackage.json` says of it.
  private var tables: [String: String] = [:]
  /// The responses that are times in steps, for tables written from now on.
  var times: Set = ["step_to_10pct", "step_to_50pct", "step_to_extinct"]

  /// The columns of parameters, as they begin every row behind the point.
  static let parameters =
    "group_size,infection_factor,infection_probability,rule,columns,boundary"
  /// The header of `comparisons.csv`.
  static let comparisons =
    "\(parameters),factor,level_a,level_b,response,n_a,n_b,paired,effect,estimate,"
    + "ci_low,ci_high,test,statistic,p,p_adjusted,correction,margin,verdict\n"

  convenience init(points: Int = 2, description: String = "", complete: Bool = true) throws {
    try self.init(
      cells: (0..<points).map { "\(10 + $0),3,0.5,exact,4,bounded" }, description: description,
      complete: complete)
  }

  /// - Parameters:
  ///   - cells: the parameters of each point.
  ///   - median: that of `step_to_50pct`, by point.
  init(
    cells: [String], description: String = "", complete: Bool = true,
    median: (Int) -> Double = { Double(2 + $0) }
  ) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("report-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let parameters = Self.parameters
    var tables = [
      "points.csv": "point,\(parameters),replicates,converged\n",
      "runs.csv":
        "point,\(parameters),replicate,status,stop_reason,steps,final_share,step_to_50pct\n",
      "summary.csv": "point,\(parameters),response,unit,n,n_reached,mean,sd,se,ci_low,ci_high,"
        + "ci_level,ci_method,min,q05,q25,median,median_ci_low,median_ci_high,q75,q95,max\n",
      "curve_summary.csv": "point,\(parameters),step,n,mean,sd,ci_low,ci_high,q05,q25,median,"
        + "q75,q95\n",
    ]
    for (point, cells) in cells.enumerated() {
      let cells = "\(point),\(cells)"
      tables["points.csv"]! += "\(cells),3,\n"
      for replicate in 0..<3 {
        tables["runs.csv"]! +=
          "\(cells),\(replicate),ok,all_infected,\(2 + replicate),1.0,\(1 + replicate)\n"
      }
      tables["summary.csv"]! +=
        "\(cells),step_to_50pct,steps,3,3,2.0,1.0,0.577,-0.48,4.48,0.95,t,1.0,1.1,1.5,"
        + "\(median(point)),1.0,3.0,2.5,2.9,3.0\n"
        + "\(cells),final_share,1,3,3,1.0,0.0,0.0,1.0,1.0,0.95,t,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0\n"
      for step in 0..<3 {
        tables["curve_summary.csv"]! +=
          "\(cells),\(step),3,\(1 + 4 * step).0,0.0,1.0,1.0,\(1 + 3 * step).0,\(1 + 4 * step).0,"
          + "\(1 + 4 * step).0,\(1 + 4 * step).0,\(1 + 5 * step).0\n"
      }
    }
    for (name, text) in tables { try write(text, to: name) }
    let study = ["study": "by_hand", "description": description]
    try write(
      String(decoding: try JSONEncoder().encode(study), as: UTF8.self), to: "study.resolved.json")
    try write("{\"complete\": \(complete), \"study\": \"by_hand\"}", to: "manifest.json")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file; a table is described in `datapackage.json` by what its cells look like.
  func write(_ text: String, to name: String) throws {
    try put(text, to: name)
    guard name.hasSuffix(".csv") else { return }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let fields = rows[0].indices.map { column in
      let cells = rows.dropFirst().map { $0[column] }.filter { !$0.isEmpty }
      let type =
        cells.isEmpty || !cells.allSatisfy { Double($0) != nil }
        ? "string" : cells.allSatisfy { Int($0) != nil } ? "integer" : "number"
      let kind = times.contains(rows[0][column]) ? #", "kind": "time", "unit": "steps""# : ""
      return #"{"name": "\#(rows[0][column])", "type": "\#(type)"\#(kind)}"#
    }
    let table = name.dropLast(4)
    tables[name] = """
      {"name": "\(table)", "path": "\(name)", "schema": {"row": "a row",
       "fields": [\(fields.joined(separator: ", "))]}}
      """
    let all = tables.sorted { $0.key < $1.key }.map(\.value).joined(separator: ",\n")
    try put(#"{"resources": [\#(all)]}"#, to: "datapackage.json")
  }

  private func put(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  /// Writes the report without drawing its pictures, whose data and scripts are there all the same.
  @discardableResult
  func writeWithoutPictures(showing options: ReportOptions = ReportOptions()) throws
    -> WrittenReport
  {
    try writeReport(of: path, showing: options, programs: "/nowhere")
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func html() throws -> String { try text(of: "report.html") }

  /// The numbers in the last cell of the row of a name, as they are read.
  static func numbers(of name: String, in page: String) -> [String]? {
    guard let start = page.range(of: "<td>\(name)"),
      let entry = page[start.upperBound...].prefix(while: { $0 != "\n" })
        .matches(of: /<td[^>]*>(.*?)<\/td>/).last
    else { return nil }
    return entry.1.matches(of: /[0-9]+(?:\.[0-9]+)?/).map { String($0.0) }
  }

  /// The sentences of the answer.
  func answer() throws -> String {
    let page = try html()
    let box = page.firstMatch(of: /<div class="answer">([\s\S]*?)<\/div>/)?.1 ?? ""
    return String(box).replacing(/<[^>]*>/, with: "").replacing("\u{00A0}", with: " ")
  }

  /// The numbers in it, as they are read.
  func answerNumbers() throws -> [String] {
    try answer().matches(of: /-?[0-9]+(?:\.[0-9]+)?/).map { String($0.0) }
  }

  /// The cells of the tables in a part of the page, row by row.
  static func rows(of html: some StringProtocol) -> [[String]] {
    String(html).matches(of: /<tr>(<td.*?)<\/tr>/).map { row in
      row.1.matches(of: /<td[^>]*>(.*?)<\/td>/).map { String($0.1) }
    }
  }

  /// The data of a picture.
  func drawn(_ name: String) throws -> [[String: String]] {
    let lines = try text(of: "plots/\(name).csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  func change(_ name: String, _ edit: (String) -> String) throws {
    try write(edit(try text(of: name)), to: name)
  }

  /// Edits a file as somebody does who tells nobody: the description of its columns stays.
  func spoil(_ name: String, _ edit: (String) -> String) throws {
    try put(edit(try text(of: name)), to: name)
  }
}
