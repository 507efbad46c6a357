package import PlainText
import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The runs of two studies, compared at the points that both have.
package struct StudyDifferences: Sendable {
  /// A point that only one of them has.
  package struct LonePoint: Sendable {
    package let number: Int
    fileprivate let values: [ParameterText]

    /// Such as `point 4 (rule exact)`.
    package var label: String {
      let words = values.map { "\($0.key.name) \($0.key.word($0.text))" }
      return "point \(number)" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
    }

    package var json: JSONText {
      .object([("point", .int(number))] + values.map { ($0.key.name, $0.cell.json) })
    }
  }

  package let commonPoints: Int
  package let onlyInA, onlyInB: [LonePoint]
  package let responsesOnlyInA, responsesOnlyInB: [String]
  /// A row for each common point and response, a minus b, with p corrected for all of them.
  package let table: PrintedTable
  /// Whether both have the same points, and these the same runs.
  package private(set) var haveSameRuns: Bool
  /// Times that were not reached, which have no value to compare.
  package private(set) var unreached = 0

  /// - Throws: `WordedError` where runs cannot be read.
  package init(_ a: StudyResults, _ b: StudyResults) throws {
    // Constants that differ are settings; points are matched by what varies.
    var keys = a.study.variedKeys
    keys += b.study.variedKeys.filter { key in !keys.contains { $0.name == key.name } }
    let (valuesA, valuesB) = (a.values(of: keys), b.values(of: keys))
    var places = Dictionary(grouping: valuesB.indices) { valuesB[$0].map(\.matched) }
    var common: [(a: Int, b: Int)] = []
    var alone: [Int] = []
    for place in valuesA.indices {
      let values = valuesA[place].map(\.matched)
      if let other = places[values]?.first {
        places[values]?.removeFirst()
        common.append((place, other))
      } else {
        alone.append(place)
      }
    }
    commonPoints = common.count
    onlyInA = alone.map { LonePoint(number: $0, values: valuesA[$0]) }
    onlyInB = places.values.joined().sorted().map { LonePoint(number: $0, values: valuesB[$0]) }
    let (namesA, namesB) = (a.responses.responses.map(\.name), b.responses.responses.map(\.name))
    responsesOnlyInA = namesA.filter { !namesB.contains($0) }
    responsesOnlyInB = namesB.filter { !namesA.contains($0) }
    haveSameRuns = onlyInA.isEmpty && onlyInB.isEmpty && namesA == namesB
    var rows: [(cells: [Cell], response: String, compared: GroupComparison)] = []
    for pair in common {
      let point = [Cell.whole(pair.a), .whole(pair.b)] + valuesA[pair.a].map(\.cell)
      let compared = try ComparedPoints((a, a.points[pair.a]), (b, b.points[pair.b]))
      haveSameRuns = haveSameRuns && compared.haveSameRuns
      unreached += compared.unreached
      rows += compared.comparisons.map { (point, $0.response.name, $0.comparison) }
    }
    let adjusted = Correction.holm.adjust(rows.map(\.compared.differenceP))
    table = PrintedTable(
      columns: ["point_a", "point_b"] + keys.map(\.name) + ["response"] + testColumns.names,
      rows: zip(rows, adjusted).map { row, p in
        let named = NamedComparison(
          others: [], factor: "", response: row.response, comparison: row.compared)
        return row.cells + [.text(row.response)]
          + testColumns.cells(
            JudgedComparison(
              named: named, adjusted: CorrectedP(difference: p), correction: .holm,
              alpha: 1 - a.study.analysis.confidence))
      })
  }
}

/// The runs of a point in two studies.
private struct ComparedPoints {
  private(set) var comparisons: [(response: Response, comparison: GroupComparison)] = []
  private(set) var haveSameRuns = true
  private(set) var unreached = 0

  private typealias Side = (results: StudyResults, point: StudyResults.PointResult)
  /// Replicates in memory at a time.
  private static let together = 4096

  init(
    _ a: (StudyResults, StudyResults.PointResult), _ b: (StudyResults, StudyResults.PointResult)
  ) throws {
    let (a, b): (Side, Side) = (a, b)
    let plan = ComparisonPlan(
      test: nil, effect: .meanDifference, margin: nil, level: a.results.study.analysis.confidence,
      isPaired: Self.key(a) == Self.key(b), family: 1, key: 0)
    let responses = a.results.responses.responses.compactMap { response in
      b.results.responses.responses.firstIndex { $0.name == response.name }.flatMap { place in
        a.results.responses.place(of: response).map { (response: response, a: $0, b: place) }
      }
    }
    var groups = responses.map { _ in
      ["a", "b"].map { GatheredGroup(label: $0, plan, mayBeCensored: false) }
    }
    var pairs = responses.map { _ in PairValues(plan) }
    for first in stride(
      from: 0, to: max(a.point.replicates, b.point.replicates), by: Self.together)
    {
      let replicates = first..<first + Self.together
      let (runsA, runsB) = (try Self.runs(a, replicates), try Self.runs(b, replicates))
      haveSameRuns = haveSameRuns && runsA == runsB
      let partners = Dictionary(uniqueKeysWithValues: runsB.map { ($0.replicate, $0) })
      for (number, response) in responses.enumerated() {
        let isTime = response.response.kind == .time
        func add(_ runs: [RunRecord], _ place: Int, _ group: Int) {
          for case let values? in runs.map(\.values) {
            groups[number][group].add(values[place], censoredAt: nil)
            if isTime, values[place] == nil { unreached += 1 }
          }
        }
        add(runsA, response.a, 0)
        add(runsB, response.b, 1)
        for run in runsA where plan.isPaired {
          if let x = run.values?[response.a], let y = partners[run.replicate]?.values?[response.b] {
            pairs[number].add(x, y)
          }
        }
      }
    }
    comparisons = responses.indices.map {
      (
        responses[$0].response,
        GroupComparison(groups[$0][0], groups[$0][1], pairs: pairs[$0], timePairs: nil, plan)
      )
    }
  }

  /// Equal ones have the same random numbers: seed, point and replicate, as far as they decide.
  private static func key(_ side: Side) -> RunKey {
    side.results.study.key(of: side.point.point, replicate: 0)
  }

  private static func runs(_ side: Side, _ replicates: Range<Int>) throws -> [RunRecord] {
    var runs: [RunRecord] = []
    try side.results.forEachRun(
      of: side.point, replicates: replicates.clamped(to: 0..<side.point.replicates),
      wanted: side.results.responses.responses
    ) { runs.append($0) }
    return runs
  }
}

extension RunRecord {
  /// nil if the run failed.
  fileprivate var values: [Double?]? {
    if case .ok(_, let values, _, _, _) = outcome { values } else { nil }
  }
}

extension ParameterText {
  /// By which points are matched: a whole number is the same number where others are real.
  fileprivate var matched: String { Double(text).map { "\($0)" } ?? text }
}

extension Study {
  fileprivate var variedKeys: [ModelKey] {
    factors.map(\.parameter) + [search?.factor].compactMap(\.self)
  }
}

extension StudyResults {
  /// The values of keys by point, empty those that the study does not know.
  fileprivate func values(of keys: [ModelKey]) -> [[ParameterText]] {
    let own = keys.map { key in study.parameterKeys.first { $0.name == key.name } }
    return points.map { result in
      zip(keys, own).map { key, own in
        ParameterText(key: key, text: own.map { $0.cell(result.point.level(of: $0)) } ?? "")
      }
    }
  }
}
