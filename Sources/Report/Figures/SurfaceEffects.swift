import PlainText
import Tables

/// How clearly each term of a surface differs from zero.
enum SurfaceEffects {
  static let kind = FigureKind("surface_effects") { folder in
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
    func isSignificant(_ effect: CSVRow) -> Bool {
      effect.number("p").map { $0 < 1 - folder.confidence } ?? false
    }
    let significant = known.count(where: isSignificant)
    let columns = ["term", "estimate", "std_error", "statistic", "p"]
    let data = DataTable(
      columns: ["place"] + columns + ["significant"],
      rows: known.enumerated().map { place, effect in
        [BarRows.number(place, of: known.count)] + effect.texts(columns) + [
          isSignificant(effect) ? "1" : "0"
        ]
      })
    return Figure(
      name: kind.name(number: surface.figure),
      heading: "Terms of the surface of \(name: surface.subject)",
      summary:
        "\(all.whose("p<\(alpha)").count(significant)) of \(all.count(known.count, of: "statistic")) "
        + "terms of the surface of \(name: surface.subject) differ significantly from zero (t test, P < "
        + "\(limit), not corrected).",
      note: [
        "Bars: t, the estimate divided by its standard error; filled if the term differs "
          + "significantly from zero, outlined otherwise. A factor's own term is its slope where all "
          + "factors are zero, so if there are products or squares it means little by itself."
      ],
      source: "surfaces.csv", data: data,
      shown: data.page(
        surface.source, key: ["term"], columns: columns),
      script: script(data), height: BarRows.height(known.count) + 6)
  }

  private static func script(_ data: DataTable) -> GnuplotScript {
    func bars(_ significant: Int, _ style: GnuplotScript) -> GnuplotScript {
      "data using (0):(column('significant') == \(significant) ? column('place') : NaN):(0):'statistic':"
        + "(column('place') - 0.3):(column('place') + 0.3) with boxxyerror \(style)"
    }
    return BarRows.script(
      data.texts("term"), axis: "'t'", range: "*<0:0<*", mark: 0, dashes: "",
      [
        bars(1, "lc rgb navy fs solid 0.85 border rgb navy"),
        bars(0, "lc rgb navy fs solid 0.15 border rgb navy"),
      ])
  }
}
