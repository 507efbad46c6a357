import DurableFiles
import Foundation
import Report
import Testing

/// What pictures look like in cases that are hard to draw, as far as a script says it.
@Suite struct PictureTests {
  private func rules(_ count: Int) -> [String] {
    ["0.25", "0.5"].flatMap { p in (0..<count).map { "10,3,\(p),rule_\($0),4,bounded" } }
  }

  @Test("rules share a panel with a line each; more than six are panels with a line per number")
  func overlaid() throws {
    let few = try SmallResults(cells: rules(6))
    _ = try writeReport(of: few.path)
    let rows = try few.drawn("curves")
    #expect(Set(rows.map { $0["panel"]! + $0["line"]! }).count == 12)
    #expect(Set(rows.map { $0["panel"]! }) == ["0", "1"])
    for row in rows {
      #expect(Int(row["point"]!)! == 6 * Int(row["panel"]!)! + Int(row["line"]!)!)
    }
    let many = try SmallResults(cells: rules(7))
    _ = try writeReport(of: many.path)
    let all = try many.drawn("curves")
    #expect(Set(all.map { $0["panel"]! }).count == 7)
    #expect(Set(all.map { $0["panel"]! + $0["line"]! }).count == 14)
  }

  @Test("lines of a picture differ in color and in dashes")
  func lines() throws {
    let results = try SmallResults(cells: rules(6))
    _ = try writeReport(of: results.path)
    let script = try results.text(of: "plots/curves.gp")
    let styles = script.matches(of: /keyentry with lines lw 2 (dt \d) (lc rgb [^ ]+)/)
    #expect(styles.count == 6)
    #expect(Set(styles.map { String($0.2) }).count == 6)
    #expect(zip(styles, styles.dropFirst()).allSatisfy { $0.1 != $1.1 })
  }

  @Test(
    "lines have a contrast of 3:1 with the card, and ink and links one of 4.5:1, in light and dark",
    arguments: [0, 1])
  func contrast(scheme: Int) throws {
    let results = try SmallResults()
    _ = try writeReport(of: results.path)
    let blocks = try results.html().matches(of: /:root \{([^}]*)\}/)
    var colors: [String: String] = [:]
    for match in String(blocks[scheme].1).matches(of: /--([a-z0-9-]+): (#[0-9A-Fa-f]{6})/) {
      colors[String(match.1)] = String(match.2)
    }
    let card = try #require(colors["card"])
    let names = ["navy", "vermillion", "green", "purple", "sky", "ochre", "slate"]
    let lines = colors.filter { names.contains($0.key) }
    #expect(lines.count == names.count)
    for (name, color) in lines { #expect(ratio(color, card) >= 3, "\(name)") }
    for name in ["ink", "soft", "link"] {
      #expect(ratio(try #require(colors[name]), card) >= 4.5, "\(name)")
    }
  }

  /// WCAG 2.2, "contrast ratio".
  private func ratio(_ a: String, _ b: String) -> Double {
    func luminance(_ color: String) -> Double {
      let parts = [1, 3, 5].map { start -> Double in
        let part = Int(color.dropFirst(start).prefix(2), radix: 16) ?? 0
        let share = Double(part) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let both = [luminance(a), luminance(b)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test("of a level that a search came back to, its largest round is drawn, once")
  func repeatedLevels() throws {
    let cells = ["0.25", "0.5", "0.25"].map { "10,3,\($0),exact,4,bounded" }
    let results = try SmallResults(cells: cells)
    try results.change("points.csv") {
      $0.replacing("2,10,3,0.25,exact,4,bounded,3,", with: "2,10,3,0.25,exact,4,bounded,9,")
    }
    _ = try writeReport(of: results.path)
    for name in ["curves", "times"] {
      #expect(try Set(results.drawn(name).map { $0["point"]! }) == ["1", "2"], "\(name)")
    }
  }

  @Test("steps behind the last change of the curves do not squeeze the others")
  func longTail() throws {
    let results = try SmallResults()
    let leftOut =
      "The last steps, in which no curve changes by more than 1 % of its group, are left out."
    try results.writeWithoutPictures()
    #expect(try !results.html().contains(leftOut))
    var table =
      "point,\(SmallResults.parameters),step,n,mean,sd,ci_low,ci_high,q05,q25,median,q75,q95\n"
    for point in 0..<2 {
      for step in 0..<200 {
        // Half of a hundredth of the group up and down is no change.
        let value = step < 9 ? Double(1 + step) : step % 2 == 0 ? 10 : 9.95
        table +=
          "\(point),\(10 + point),3,0.5,exact,4,bounded,\(step),3,"
          + Array(repeating: "\(value)", count: 9).joined(separator: ",") + "\n"
      }
    }
    try results.write(table, to: "curve_summary.csv")
    _ = try writeReport(of: results.path)
    // Nine steps, and an eighth of them.
    #expect(try results.text(of: "plots/curves.gp").contains("set xrange [0:10]"))
    #expect(try results.html().contains(leftOut))
    #expect(try results.drawn("curves").count == 400)
  }

  @Test("steps are left out of curves of more than 200", arguments: [200, 201])
  func manySteps(steps: Int) throws {
    let results = try SmallResults(points: 1)
    try results.change("curve_summary.csv") { text in
      text
        + (3..<steps).map { step in
          "0,10,3,0.5,exact,4,bounded,\(step),3,"
            + Array(repeating: "\(step % 10).0", count: 9).joined(separator: ",") + "\n"
        }.joined()
    }
    try results.recover()
    try results.writeWithoutPictures()
    for name in ["curves", "course"] {
      #expect(try results.drawn(name).count == 200, "\(name)")
    }
  }

  @Test(
    "rows have steps of their own where the slowest point is far slower than half of them",
    arguments: [(5, 1, 3), (8, 4, 4), (8, 5, 8)])
  func slowPoints(points: Int, slow: Int, long: Int) throws {
    let results = try SmallResults(points: points)
    try results.change("curve_summary.csv") { text in
      text
        + (0..<slow).flatMap { point in
          (3..<100).map { step in
            "\(point),\(10 + point),3,0.5,exact,4,bounded,\(step),3,"
              + Array(repeating: "\(step % 10).0", count: 9).joined(separator: ",") + "\n"
          }
        }.joined()
    }
    try results.writeWithoutPictures()
    let script = try results.text(of: "plots/curves.gp")
    #expect(
      script.matches(of: /set xrange \[0:(\d+)\]/).map { String($0.1) }
        == (0..<points).map { $0 < long ? "99" : "2" })
    #expect(
      try results.html().contains("Each row of panels has steps of its own.") == (long < points))
  }

  @Test(
    "panels are as high as any, and room above, below and between them is the same, of any number; a single one has no title, and is higher"
  )
  func edges() throws {
    for count in [1, 4, 5, 8, 9, 12] {
      let results = try SmallResults(points: count)
      try results.writeWithoutPictures()
      let script = try results.text(of: "plots/curves.gp")
      let height = try #require(
        script.firstMatch(of: /svg size 960,(\d+)/).flatMap { Double($0.1) })
      let layout = try #require(
        script.firstMatch(
          of: /layout (\d+),\d+ margins ([\d.]+),([\d.]+),([\d.]+),([\d.]+) spacing [\d.]+,([\d.]+)/
        ))
      let (rows, gap) = (try #require(Double(layout.1)), try #require(Double(layout.6)) * height)
      let (bottom, top) = (
        try #require(Double(layout.4)) * height, try #require(Double(layout.5)) * height
      )
      // As Tests/system/ReportPage/check_pictures.py has them, and shares have four digits.
      let (title, panel): (Double, Double) = count == 1 ? (0, 200) : (16, 122)
      #expect(abs(bottom - 52) < 0.05 && abs(height - top - 18 - title) < 0.05, "\(count)")
      #expect(abs(gap - 38 - title) < 0.05, "\(count)")
      #expect(height == 88 + title + panel * rows + (38 + title) * (rows - 1), "\(count)")
      #expect(layout.2 == "0.08" && layout.3 == "0.985")
    }
  }

  /// Two models at two points; one did not converge at the second.
  @Test("a fit is drawn and told at its point alone, and the others are counted")
  func fits() throws {
    let results = try SmallResults()
    func table(_ rows: [String]) -> String { rows.map { $0 + "\n" }.joined() }
    try results.write(
      table(
        ["point,model,fitted_to,parameter,estimate,r2,from_step,to_step,converged"]
          + [
            "0,exponential,mean_curve,a,4.0,0.9,0,2,1", "0,exponential,mean_curve,r,0.0,0.9,0,2,1",
            "0,power,mean_curve,a,1.5,0.8,0,2,1", "0,power,mean_curve,b,2.0,0.8,0,2,1",
            "1,exponential,mean_curve,a,5.0,0.7,0,2,1", "1,exponential,mean_curve,r,0.0,0.7,0,2,1",
            "1,power,mean_curve,a,,,0,2,0", "1,power,mean_curve,b,,,0,2,0",
          ]), to: "fits.csv")
    try results.writeWithoutPictures()
    #expect(
      try results.html().contains(
        "3 of 4 fits to mean curves converged; 1 did not and are not drawn.")
    )
    let drawn = try results.drawn("fits").filter { $0["model"] != "mean" }
    #expect(
      drawn.map { Double($0["fitted"] ?? "") } == [4, 4, 4, 0, 1.5, 6, 5, 5, 5])
  }

  @Test(
    "the key of fits has a row more where five models fill one: the mean curve stands in it, too")
  func keyOfFits() throws {
    let parameters = [
      "exponential": ["a", "r"], "gompertz": ["K", "r", "t0"], "logistic": ["K", "r", "t0"],
      "monomolecular": ["K", "r"], "power": ["a", "b"], "quadratic": ["c0", "c1", "c2"],
    ]
    for (count, rows) in [(4, 1), (5, 2)] {
      let results = try SmallResults()
      var table = "point,model,fitted_to,parameter,estimate,r2,from_step,to_step,converged\n"
      for (model, names) in parameters.sorted(by: { $0.key < $1.key }).suffix(count) {
        for name in names { table += "0,\(model),mean_curve,\(name),1.0,0.9,0,2,1\n" }
      }
      try results.write(table, to: "fits.csv")
      try results.writeWithoutPictures()
      #expect(try results.text(of: "plots/fits.gp").contains("maxrows \(rows)\n"), "\(count)")
    }
  }

  @Test(
    "a time that is counted in no steps, such as a critical probability, is on no axis of steps")
  func otherTimes() throws {
    let results = try SmallResults()
    #expect(try results.writeWithoutPictures().files.map(\.name).contains("times.csv"))
    try results.spoil("datapackage.json") {
      $0.replacing("\"unit\": \"steps\"", with: "\"unit\": \"\"")
    }
    let names = try results.writeWithoutPictures().files.map(\.name)
    #expect(names.contains("response.csv") && !names.contains("times.csv"))
  }

  @Test("long names below an axis stand without the words that all of them have in common")
  func longNames() throws {
    let results = try SmallResults(
      cells: (0..<16).map { "10,3,0.5,policy_number_\($0)_and_some_more_words,4,bounded" })
    try results.writeWithoutPictures()
    let script = try results.text(of: "plots/response.gp")
    #expect(script.contains("'15' 15.0") && !script.contains("number"))
  }
}
