import PlainText

/// How clearly each term of a surface differs from zero.
enum SurfaceEffects {
  static let kind = FigureKind("surface_effects") { folder, _ in
    try SurfaceFacts.read(folder).compactMap { figure($0, folder) }
  }

  /// - Returns: nil for a surface without errors.
  static func figure(_ surface: SurfaceFacts, _ folder: ResultsFolder) -> Figure? {
    let known = surface.effects.filter { $0.number("statistic") != nil }
    guard !known.isEmpty else { return nil }
    // Of 0.95 not 0.050000000000000044.
    let alpha = ((1 - folder.confidence) * 1e9).rounded() / 1e9
    let limit = Source.study.derived(
      .complement, of: "analysis.confidence", value: "\(alpha)",
      shown: Words(name: shortNumber(alpha)))
    let all = surface.source.with("term", surface.effects.map { $0["term"] })
    func isTold(_ effect: CSVRow) -> Bool {
      effect.number("p").map { $0 < 1 - folder.confidence } ?? false
    }
    let told = known.count(where: isTold)
    let columns = ["term", "estimate", "std_error", "statistic", "p"]
    let data = DataTable(
      columns: ["place"] + columns + ["told"],
      rows: known.enumerated().map { place, effect in
        [String(known.count - place)] + effect.texts(columns) + [isTold(effect) ? "1" : "0"]
      })
    return Figure(
      name: kind.name(number: surface.figure),
      heading: "Terms of the surface of \(name: surface.subject)",
      summary:
        "\(all.whose("p<\(alpha)").count(told)) of \(all.count(known.count, of: "statistic")) "
        + "terms of the surface of \(name: surface.subject) differ significantly from zero (t test, P < "
        + "\(limit), not corrected).",
      note:
        "Bars: t, the estimate divided by its standard error; filled if the term differs "
        + "significantly from zero, outlined otherwise. A factor's own term is its slope where all "
        + "factors are zero, so if there are products or squares it means little by itself.",
      source: "surfaces.csv", data: data,
      shown: data.page(
        surface.source, key: ["term"], columns: columns),
      script: script(data), height: 76 + 26 * known.count)
  }

  private static func script(_ data: DataTable) -> GnuplotScript {
    let tics = data.texts("term").enumerated().map { "\(text: $1) \(data.rows.count - $0)" }.joined(
      separator: ", ")
    let left = data.texts("term").map { Figure.width(of: $0, pixels: 6.5) }.max() ?? 0
    func bars(_ told: Int, _ style: GnuplotScript) -> GnuplotScript {
      "data using (0):(column(\"told\") == \(told) ? column(\"place\") : NaN):(0):\"statistic\":"
        + "(column(\"place\") - 0.3):(column(\"place\") + 0.3) with boxxyerror \(style)"
    }
    return [
      "set lmargin at screen \(min(0.6, max(left, 0.08))); set bmargin 3.5; set tmargin 0.5",
      "set border 1; set grid noy x",
      "set xrange [*<0:0<*]; set yrange [0.4:\(data.rows.count).6]",
      "set ytics scale 0 (\(tics))",
      "set xlabel \"t\" offset 0,0.3",
      "set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb \"black\"",
      "plot \(bars(1, "lc rgb navy fs solid 0.85 border rgb navy")), \\",
      "     \(bars(0, "lc rgb navy fs solid 0.15 border rgb navy"))",
    ].joined(separator: "\n")
  }
}
