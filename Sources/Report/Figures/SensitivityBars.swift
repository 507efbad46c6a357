import PlainText

/// How much of a response's variance each factor explains, with intervals.
enum SensitivityBars {
  static let kind = FigureKind("sensitivity") { folder, _ in
    try figure(folder).map { [$0] } ?? []
  }

  private static let mostResponses = 4

  /// - Returns: nil if the study computes no sensitivity indices.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let table = try folder.table("sensitivity") else { return nil }
    let all = try table.rows(["response", "factor", "index", "estimate", "ci_low", "ci_high"])
      .filter { ["first", "total"].contains($0[2]) && finite($0[3]) != nil }
    var responses: [String] = []
    for row in all where !responses.contains(row[0]) && folder.shows(row[0]) {
      responses.append(row[0])
    }
    guard !responses.isEmpty else { return nil }
    if let place = responses.firstIndex(of: folder.mainResponse) {
      responses.insert(responses.remove(at: place), at: 0)
    }
    let chosen = Array(responses.prefix(folder.most(mostResponses)))
    var factors: [String] = []
    for row in all where !factors.contains(row[1]) { factors.append(row[1]) }
    var data = DataTable(
      columns: ["panel", "place", "response", "factor", "index", "estimate", "ci_low", "ci_high"],
      rows: [])
    for (panel, response) in chosen.enumerated() {
      for row in all where row[0] == response {
        let place = Double(factors.firstIndex(of: row[1]) ?? 0) + (row[2] == "first" ? -0.2 : 0.2)
        data.rows.append([String(panel), "\(place)"] + row)
      }
    }
    let known = Source("sensitivity").with("index", ["first", "total"])
      .with("estimate", [""], isNot: true).with("response", responses)
    let columns = min(2, chosen.count)
    let rows = (chosen.count + columns - 1) / columns
    return Figure(
      name: kind.name, heading: "Sensitivity to each factor",
      summary: responses.compactMap { sentence($0, all, level: folder.level) }.together,
      note: "Filled bars: first-order index, the share of variance that the factor explains by "
        + "itself; outlined bars: total index, which includes its interactions."
        + (chosen.count == responses.count
          ? ""
          : " Showing \(Source.drawn(kind.name).distinct(chosen.count, of: "response")) of "
            + "\(known.distinct(responses.count, of: "response")) responses; all are in "
            + "sensitivity.csv."),
      source: "sensitivity.csv", data: data,
      shown: data.page(
        Source("sensitivity"), key: ["response", "factor", "index"],
        columns: Array(data.columns.dropFirst(2))),
      script: script(chosen, factors, columns: columns, rows: rows), height: height(rows))
  }

  /// What a response depends most on; responses that are not drawn have their sentence, too.
  private static func sentence(_ response: String, _ all: [[String]], level: Words) -> Words? {
    let total = all.filter { $0[0] == response && $0[2] == "total" }
    guard let row = total.max(by: { (Double($0[3]) ?? 0) < (Double($1[3]) ?? 0) }) else {
      return nil
    }
    let source = Source("sensitivity", ["response": response, "index": "total"])
    let index = Digits.estimate("estimate", of: source.with("factor", [row[1]]), level: level) {
      row[$0 == "estimate" ? 3 : $0 == "ci_low" ? 4 : 5]
    }
    let most = source.extreme(
      .argmax, of: "estimate", by: "factor", at: row[1],
      "most on \(source.with("factor", [row[1]]).word("factor", row[1])): total index \(index)")
    return "\(name: response) depends \(most)."
  }

  private static func height(_ rows: Int) -> Int { 80 + 200 * rows + 86 * (rows - 1) }

  private static func script(
    _ responses: [String], _ factors: [String], columns: Int, rows: Int
  ) -> GnuplotScript {
    // Words below each other: long names of neighbors would run into one another.
    let tics = factors.enumerated().map { place, name -> GnuplotScript in
      "\(GnuplotScript(lines: name.split(separator: "_").map(String.init))) \(place)"
    }.joined(separator: ", ")
    var lines: [GnuplotScript] = [
      Figure.multiplot(rows: rows, columns: columns, height: height(rows), gap: 86, spacing: 0.07),
      "set boxwidth 0.36; set xtics scale 0 (\(tics))",
      "set xrange [-0.6:\(factors.count).0-0.4]; set yrange [*<0:1<*]",
      "is(p, i, c) = column(\"panel\") == p && strcol(\"index\") eq i ? column(c) : NaN",
      "set ylabel \"share of variance\"; set xzeroaxis lt 1 lc rgb \"black\"",
    ]
    for (panel, response) in responses.enumerated() {
      func bars(_ index: GnuplotScript, _ style: GnuplotScript) -> GnuplotScript {
        "data using (is(\(panel), \"\(index)\", \"place\")):\"estimate\" with boxes \(style)"
      }
      lines += [
        "set title \(text: response) offset 0,-0.6",
        "plot \(bars("first", "lc rgb navy fs solid 0.85 border rgb navy")), \\",
        "     \(bars("total", "lc rgb navy fs solid 0.15 border rgb navy")), \\",
        "     data using (column(\"panel\") == \(panel) ? column(\"place\") : NaN):\"ci_low\":"
          + "(0):(column(\"ci_high\") - column(\"ci_low\")) with vectors nohead lw 2 "
          + "lc rgb \"black\"",
      ]
    }
    return (lines + ["unset multiplot"]).joined(separator: "\n")
  }
}
