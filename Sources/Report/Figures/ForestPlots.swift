import Foundation
import PlainText
import Statistics
import Tables

/// Effects with their intervals, against no difference and the margin of equivalence.
enum ForestPlots {
  static let kind = FigureKind("comparisons", draw: figures)

  private static let mostRows = 30
  private static let mostFigures = 4
  /// One figure for what rows have in common (`ComparisonAnswer.shared`): units, verdicts and the shaded region differ.
  private static func figures(_ folder: ReportedFolder) throws -> [Figure] {
    let comparisons = try ComparisonFacts.read(folder) ?? []
    func isDrawn(_ row: ComparisonFacts) -> Bool {
      row.number("ci_low") != nil || row.number("ci_high") != nil
    }
    let groups = comparisons.filter(isDrawn).grouped { $0.row.texts(ComparisonAnswer.shared) }
    // Of a request's pairs some may have no interval, and so neither effect nor picture.
    let undrawn = comparisons.filter { !isDrawn($0) && !$0.isOfSeveral }
    let drawn = groups.prefix(mostFigures)
    let left: String =
      drawn.count < groups.count
      ? "There are \(grouped(groups.count)) sets of comparisons; all are in comparisons.csv." : ""
    return drawn.enumerated().map { index, group in
      let subject = group.key.prefix(2)
      let isAlone = groups.count { $0.key.prefix(2) == subject } == 1
      let isFirst = drawn.firstIndex { $0.key.prefix(2) == subject } == index
      return figure(
        group.members,
        undrawn: isFirst
          ? undrawn.filter { $0.row.texts(ComparisonAnswer.shared).prefix(2) == subject } : [],
        number: index + 1,
        heading: heading(group.members[0], isAlone: isAlone),
        left: [left, group.members[0].others.symbols].together,
        level: folder.level)
    }
  }

  /// The rows with the largest effects, in their order; all rows share one unit.
  private static func largest(_ all: [ComparisonFacts]) -> [ComparisonFacts] {
    let sizes = all.map { abs($0.distance) }
    return all.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.prefix(mostRows).sorted()
      .map { all[$0] }
  }

  /// - Parameter isAlone: whether no other figure compares the same.
  private static func heading(_ row: ComparisonFacts, isAlone: Bool) -> String {
    let what =
      switch row.effect?.scale {
      case .ratio: "Ratios of"
      case .share: "Pairs compared by"
      case .difference, nil: "Differences in"
      }
    let words = "\(what) \(row.subject), by \(row.factor)"
    if isAlone { return words }
    let margin = row["margin"].isEmpty ? "" : ", margin \(row["margin"])"
    return "\(words) (\(row.effectWords), \(row.testWords)\(margin))"
  }

  /// - Parameter undrawn: comparisons of the same levels that have no interval.
  private static func figure(
    _ all: [ComparisonFacts], undrawn: [ComparisonFacts], number: Int, heading: String,
    left: String, level: String
  ) -> Figure {
    let rows = largest(all)
    let made = all + undrawn
    let tests = made.map(\.testWords).withoutRepetitions.joined(separator: ", ")
    let hasSteps = rows[0].isOfCurves && rows[0].row.columns.contains("step")
    let columns =
      ["estimate", "ci_low", "ci_high", "verdict", "p_adjusted"] + (hasSteps ? ["step"] : [])
    let data = DataTable(
      columns: ["row", "comparison"] + columns,
      rows: rows.enumerated().map { index, row in
        [BarRows.number(index, of: rows.count), label(row)] + row.row.texts(columns)
      })
    let counts = Verdict.allCases.compactMap { verdict -> String? in
      let count = made.count { $0["verdict"] == verdict.rawValue }
      let words = verdict == .nonInferior ? "not inferior" : verdict.rawValue
      return count == 0 ? nil : "\(grouped(count)) \(words)"
    }
    let (method, verdicts) = (
      "(\(tests), \(rows[0].correctionWords))", counts.joined(separator: ", ")
    )
    let effect = rows[0].effect
    let margin = effect == nil ? nil : all.compactMap(\.margin).first
    let remark: String =
      rows.count == all.count
      ? ""
      : "Showing the \(grouped(rows.count)) largest effects of "
        + "\(grouped(all.count)); all of them are in comparisons.csv."
    return Figure(
      name: kind.name(number: number), heading: heading,
      summary: (made.count == 1
        ? "One comparison \(method): \(verdicts.trimmingPrefix("1 "))."
        : "Of \(grouped(made.count)) comparisons \(method), \(verdicts).")
        + (undrawn.isEmpty
          ? ""
          : " \(grouped(undrawn.count)) of them \(undrawn.count == 1 ? "has" : "have") no interval, and "
            + "\(undrawn.count == 1 ? "is" : "are") not drawn."),
      note: [
        "Point and bar: \(rows[0].effectWords) with its \(level) interval"
          + (rows[0].isOfCurves
            ? ", at the step at which the curves differ most clearly." : "."),
        signs(rows),
        rows.allSatisfy(\.isBounded) ? "" : openBars,
        number == 1 ? rows[0].adjustment?.sentence ?? "" : "",
        margin == nil
          ? ""
          : "Shaded: the margin, \(effect?.scale == .ratio ? "1/x to x, x = \(rows[0].shown("margin"))" : rows[0].shownMargin).",
        remark, left,
      ],
      source: "comparisons.csv", data: data,
      shown: PageTable(
        columns: ["comparison"] + columns,
        rows: rows.map { row in [label(row)] + row.cells(columns) }),
      script: script(
        data, Labels(rows), scale: rows[0].scale, noDifference: rows[0].noDifference,
        region: margin.flatMap { effect?.region(margin: $0) },
        // A ratio below 0 has no place on an axis of logarithms.
        isLogarithmic: effect?.scale == .ratio && !rows.contains { $0.hasNegativeEnd },
        effect: "\(rows[0].effectWords) of \(rows[0].subject)"
          + (rows[0].measuredUnit.isEmpty
            ? "" : ", \(rows[0].measuredUnit.replacing("/", with: " per "))")),
      height: BarRows.height(rows.count))
  }

  /// What the signs of the rows say, where there are several.
  private static func signs(_ rows: [ComparisonFacts]) -> String {
    let words = [
      ("different", "dot: different"), ("equivalent", "square: equivalent"),
      ("non_inferior", "square: not inferior"), ("inconclusive", "ring: inconclusive"),
    ].filter { verdict, _ in rows.contains { $0["verdict"] == verdict } }.map(\.1)
    return words.count > 1 ? "\(words.joined(separator: "; ").capitalizedFirst)." : ""
  }

  private static func label(_ row: ComparisonFacts) -> String { named(row.pair, row) }

  /// A name with where it is of.
  private static func named(_ name: String, _ row: ComparisonFacts) -> String {
    let place = [row.isPooled ? "averaged" : "", row.place].filter { !$0.isEmpty }
    return place.isEmpty ? name : "\(name)  (\(place.joined(separator: ", ")))"
  }

  /// What stands left of each row, and what all rows share and the axis says once.
  private struct Labels {
    let rows: [String]
    let shared: String

    init(_ all: [ComparisonFacts]) {
      let pairs = Set(all.map(\.pair))
      let bases = Set(all.map { [$0.factor, $0.levelB] })
      if let pair = pairs.first, pairs.count == 1,
        all.allSatisfy({ !$0.place.isEmpty && !$0.isPooled })
      {
        rows = all.map(\.place)
        shared = ": \(pair)"
      } else if let base = bases.first, bases.count == 1 {
        rows = all.map { named($0.levelA, $0) }
        shared = ": \(base[0]) \(all[0].sign) \(base[1])"
      } else {
        rows = all.map(label)
        shared = ""
      }
    }
  }

  private static func script(
    _ data: DataTable, _ labels: Labels, scale: Int, noDifference: Double,
    region: ClosedRange<Double>?, isLogarithmic: Bool, effect: String
  ) -> GnuplotScript {
    let times = Double(scale)
    let edges =
      [noDifference] + (region.map { [$0.lowerBound, $0.upperBound] } ?? [])
      + (data.numbers("ci_low") + data.numbers("ci_high")).filter { !isLogarithmic || $0 > 0 }
    let (lowest, highest) = (edges.min() ?? 0, edges.max() ?? 0)
    let room =
      isLogarithmic
      ? max(pow(highest / lowest, 0.05), 1.01) : max((highest - lowest) * 0.05, 1e-9)
    let (left, right) =
      isLogarithmic
      ? (lowest / room, highest * room) : (times * (lowest - room), times * (highest + room))
    let shaded: GnuplotScript? = region.map {
      "set object 1 rectangle from \(times * $0.lowerBound), graph 0 to \(times * $0.upperBound), graph 1 behind "
        + "fc rgb orange fs solid 0.25 noborder"
    }
    func points(_ verdict: GnuplotScript, _ style: GnuplotScript) -> GnuplotScript {
      "data using (is('\(verdict)', 'estimate')):'row' with points \(style) lc rgb navy"
    }
    return BarRows.script(
      labels.rows, axis: "\(text: effect + labels.shared)",
      range: "\(left):\(right)", mark: noDifference,
      settings: (isLogarithmic ? logarithmic(left, right) : []) + (shaded.map { [$0] } ?? []) + [
        "is(v, c) = strcol('verdict') eq v ? x(c) : NaN; x(c) = \(scale) * column(c)",
        // An end that an interval does not have is that of the picture.
        "starts(c) = x(c) > \(left) ? x(c) : \(left)",
        "ends(c) = x(c) < \(right) ? x(c) : \(right)",
      ],
      [
        "data using (starts('ci_low')):'row':(ends('ci_high') - starts('ci_low'))"
          + ":(0) with vectors nohead lw 2.5 lc rgb navy",
        points("different", "pt 7 ps 0.7"), points("equivalent", "pt 5 ps 0.8"),
        points("non_inferior", "pt 5 ps 0.8"),
        points("inconclusive", "pt 6 ps 0.9 lw 2"),
      ])
  }

  /// An axis of ratios; a short one has even tics, as it may have no power of ten.
  private static func logarithmic(_ left: Double, _ right: Double) -> [GnuplotScript] {
    guard right / left < 4 else {
      return ["set logscale x; set xtics (\(GnuplotScript(logTicsFrom: left, to: right, most: 3)))"]
    }
    let step = GnuplotScript.ticStep(over: right - left, most: 10)
    let tics = Int((left / step).rounded(.up))...Int((right / step).rounded(.down))
    let places = tics.map { "\(Double($0) * step)" as GnuplotScript }
    return ["set logscale x; set xtics (\(places.joined(separator: ", ")))"]
  }
}
