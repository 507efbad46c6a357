import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// The runs of two studies, a and b, compared at the points that both have.
package struct StudyDifferences: Sendable {
  package let commonPoints: Int
  /// By study: the points that the other one lacks.
  package let lonePoints: [[(number: Int, label: String)]]
  /// Likewise the responses.
  package let loneResponses: [[String]]
  /// Whether both have the same points, and these the same runs.
  package private(set) var haveSameRuns: Bool
  /// Times that were not reached, which have no value to compare.
  package private(set) var unreached = 0
  /// A row for each common point and response: both means, and a minus b.
  package private(set) var table: PrintedTable

  /// - Throws: `WordedError` where runs cannot be read.
  package init(_ a: CountedRuns, _ b: CountedRuns) throws {
    // Constants that differ are settings: points are matched by what varies.
    let (own, others) = (a.study.factors.map(\.parameter), b.study.factors.map(\.parameter))
    let keys = own + others.filter { key in !own.contains { $0 == key } }
    let values = [a, b].map { $0.values(of: keys) }
    // A whole number is the same number where others are real.
    let matched = values.map { $0.map { $0.map(\.cell.csv).map { Double($0)?.description ?? $0 } } }
    var places = Dictionary(grouping: matched[1].indices) { matched[1][$0] }
    let common = matched[0].indices.compactMap { place in
      // Points that are repeated are matched in their order.
      places[matched[0][place]]?.first.map { other in
        places[matched[0][place]]?.removeFirst()
        return [place, other]
      }
    }
    commonPoints = common.count
    let names = [a, b].map(\.responses.names)
    lonePoints = (0...1).map { side in
      let found = Set(common.map { $0[side] })
      return values[side].enumerated().filter { !found.contains($0.offset) }.map { place, values in
        (
          place,
          values.map { "\($0.key.name) \($0.key.word($0.cell.text))" }.joined(separator: ", ")
        )
      }
    }
    loneResponses = (0...1).map { side in names[side].filter { !names[1 - side].contains($0) } }
    haveSameRuns = lonePoints.allSatisfy(\.isEmpty) && names[0] == names[1]
    table = PrintedTable(
      columns: [TableColumn("point_a", .integer, ""), TableColumn("point_b", .integer, "")]
        + keys.map { TableColumn($0) } + differenceColumns.described,
      rows: [])
    var rows: [[Cell]] = []
    for pair in common {
      let point = pair.map { Cell.whole($0) } + values[0][pair[0]].map(\.cell)
      let compared = try compare((a, a.points[pair[0]]), (b, b.points[pair[1]]))
      rows += compared.map { point + differenceColumns.cells($0) }
    }
    table = PrintedTable(columns: table.columns, rows: rows)
  }

  private typealias Side = (results: CountedRuns, point: CountedRuns.PointResult)

  /// The responses that both points have.
  private mutating func compare(_ a: Side, _ b: Side) throws -> [ResponseDifference] {
    // Equal keys are equal random numbers: those of one seed, and of one point where each has its own.
    let keys = [a, b].map { $0.results.study.key(of: $0.point.point, replicate: 0) }
    let isPaired = keys[0] == keys[1]
    let names = b.results.responses.names
    let responses = a.results.responses.responses.enumerated().compactMap { place, response in
      names.firstIndex(of: response.name).map { (response: response, places: [place, $0]) }
    }
    var groups = responses.map { _ in [ValueSummary(), ValueSummary()] }
    var pairs = responses.map { _ in PairSummary() }
    let together = 4096  // replicates in memory at a time
    for first in stride(from: 0, to: max(a.point.replicates, b.point.replicates), by: together) {
      let runs = try [a, b].map { side in
        let replicates = (first..<first + together).clamped(to: 0..<side.point.replicates)
        var runs: [RunRecord] = []
        try side.results.forEachBlock(
          of: side.point, replicates: replicates, []
        ) { block in block.visit { runs.append(block.run($0, $1)) } }
        return runs
      }
      // Whatever was read beside them, and why a run failed, which stands in no table.
      let ends = runs.map { runs in
        runs.map { run in
          run.finished.map {
            RunRecord.Finished(stopReason: $0.stopReason, responses: $0.responses)
          }
        }
      }
      haveSameRuns =
        haveSameRuns && runs[0].map(\.replicate) == runs[1].map(\.replicate)
        && ends[0] == ends[1]
      let values = runs.map { $0.map { $0.finished?.responses } }
      let partners = Dictionary(uniqueKeysWithValues: zip(runs[1].map(\.replicate), values[1]))
      let others = runs[0].map { partners[$0.replicate] ?? nil }
      for (number, response) in responses.enumerated() {
        let (isTime, places) = (response.response.kind == .time, response.places)
        for side in 0...1 {
          for case let values? in values[side] {
            if let value = values[places[side]] {
              groups[number][side].add(value)
            } else if isTime {
              unreached += 1
            }
          }
        }
        for case (let x?, let y?) in zip(values[0], others) where isPaired {
          if let x = x[places[0]], let y = y[places[1]] { pairs[number].add(x, y) }
        }
      }
    }
    return responses.indices.map { number in
      isPaired
        ? ResponseDifference(responses[number].response, pairs[number])
        : ResponseDifference(responses[number].response, groups[number][0], groups[number][1])
    }
  }
}

/// A response of a common point: the means of both studies, and their difference.
private struct ResponseDifference {
  let response: Response
  let isPaired: Bool
  let groups: [ValueSummary]
  /// Nil for fewer than two values in a group.
  let difference: MeanDifference?

  init(_ response: Response, _ a: ValueSummary, _ b: ValueSummary) {
    (self.response, isPaired, groups) = (response, false, [a, b])
    difference = MeanDifference(welch: a, b)
  }

  init(_ response: Response, _ pairs: PairSummary) {
    (self.response, isPaired, groups) = (response, true, [pairs.x, pairs.y])
    difference = MeanDifference(pairs)
  }
}

private let differenceColumns: Columns<ResponseDifference> = [
  .text("response", "the response") { $0.response.name },
  .whole("n_a", unit: "runs", "values of a; where paired, pairs", minimum: 0) {
    $0.groups[0].count
  },
  .whole("n_b", unit: "runs", "values of b; where paired, pairs", minimum: 0) {
    $0.groups[1].count
  },
  .flag("paired", "whether runs with the same random numbers are compared") { $0.isPaired },
  .real("mean_a", unit: "that of the response", "mean of a", required: false) {
    $0.groups[0].moments.mean
  },
  .real("mean_b", unit: "that of the response", "mean of b", required: false) {
    $0.groups[1].moments.mean
  },
  .real("difference", unit: "that of the response", "mean of a minus mean of b", required: false) {
    $0.groups[0].moments.meanDifference(from: $0.groups[1].moments)
  },
  .real(
    "std_error", unit: "that of the response", "standard error of the difference", required: false
  ) {
    $0.difference?.standardError
  },
]

extension CountedRuns {
  /// The values of keys by point, empty those that the study does not know.
  fileprivate func values(of keys: [ModelKey]) -> [[ParameterCell]] {
    let own = keys.map { key in study.parameterKeys.first { $0 == key } }
    return points.map { result in
      zip(keys, own).map { ParameterCell($0, $1.map(result.point.level)) }
    }
  }
}
