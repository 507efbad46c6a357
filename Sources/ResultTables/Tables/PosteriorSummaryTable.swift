import PlainText
import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A parameter of a calibration, as `posterior_summary.csv` has it.
private struct PosteriorSummaryRow {
  let posterior: ParameterPosterior
  /// The run that ended the calibration by failing.
  let failure: FailedRun?
}

private let posteriorSummaryColumns: Columns<PosteriorSummaryRow> = [
  .text("parameter", "the factor") { $0.posterior.parameter.name },
  .real("mean", unit: unitOfFactor, "weighted mean", required: false) {
    $0.posterior.sample?.mean
  },
  .real("sd", unit: unitOfFactor, "weighted standard deviation", required: false, minimum: 0) {
    $0.posterior.sample?.sd
  },
  .real("median", unit: unitOfFactor, "weighted median", required: false) {
    $0.posterior.sample?.quantile(0.5)
  },
  .interval(
    unit: unitOfFactor,
    low: "lower end of the central interval of the study's confidence; empty where the data do not "
      + "constrain it",
    high: "upper end of the interval; empty like ci_low"
  ) { $0.posterior.saysNothing ? nil : $0.posterior.interval.map { ($0.low, $0.high) } },
  .real(
    "effective_size", unit: "draws",
    "effective sample size: the number of equally weighted draws with the same information",
    minimum: 0
  ) { $0.posterior.sample?.effectiveSize ?? 0 },
  .status(
    plain: PosteriorStatus.ok, message: "a remark on the row; empty if there is none"
  ) { row in
    let failed = row.failure.map { Remark(PosteriorStatus.runFailed, $0.endWords) }
    return [failed].compactMap(\.self) + row.posterior.remarks
  },
]

private let unitOfFactor = "that of the factor"

extension TableSchema {
  package static let posteriorSummary = TableSchema(
    name: "posterior_summary", row: "a parameter of a calibration",
    columns: posteriorSummaryColumns.described, key: ["parameter"], refersToPoints: false)
}

extension ResultTable {
  static let posteriorSummary = ResultTable(
    schema: .posteriorSummary, columns: { $0.abc == nil ? nil : .posteriorSummary },
    rows: .ofStudy { results, tables in
      let failure = try results.failureThatEndedCalibration
      for posterior in results.posteriors {
        tables[.posteriorSummary].writeRow(
          PosteriorSummaryRow(posterior: posterior, failure: failure), posteriorSummaryColumns)
      }
      return []
    })
}

/// How far the posterior of a parameter can be relied on.
enum PosteriorStatus: String, RowStatus {
  case runFailed = "run_failed"
  case noDraws = "no_draws"
  case unconstrained
  case fewDraws = "few_draws"
  case approximate
  case ok

  var meaning: String {
    switch self {
    case .runFailed: "a run failed, which ended the calibration"
    case .noDraws: "no draw was accepted"
    case .unconstrained: "the data do not constrain it: the posterior is the prior"
    case .fewDraws: "the effective sample size is below 200: the ends of the interval are uncertain"
    case .approximate: "draws with a distance above 0 were accepted"
    case .ok: "none of these"
    }
  }
}

/// What a calibration says of one parameter.
struct ParameterPosterior {
  let parameter: ModelKey
  /// Nil where no draw was accepted.
  let sample: WeightedSample?
  let interval: (low: Double, high: Double)?
  /// Whether the posterior is the prior as far as draws can tell.
  let saysNothing: Bool
  private let tolerance: Double

  /// - Parameter place: index of the parameter among the factors.
  init(_ place: Int, of results: CountedRuns, _ search: SequentialABC) {
    let key = results.study.factors[place].parameter
    parameter = key
    tolerance = search.accepted.map(\.distance).max() ?? 0
    guard !search.accepted.isEmpty else {
      (sample, interval, saysNothing) = (nil, nil, true)
      return
    }
    let weights = search.accepted.map(\.weight)
    let sample = WeightedSample(
      search.accepted.map { results.points[$0.draw].point.level(of: key).number ?? .nan },
      weights: weights)
    self.sample = sample
    let tail = (1 - results.study.analysis.confidence) / 2
    interval = (sample.quantile(tail), sample.quantile(1 - tail))
    let shares = WeightedSample(
      search.accepted.map { search.shares[$0.draw][place] }, weights: weights)
    // The 1 % limit of Kolmogorov's distribution for so many draws, and never less than 5 points of percent.
    saysNothing = shares.distanceFromUniform <= max(0.05, 1.63 / sample.effectiveSize.squareRoot())
  }

  var remarks: [Remark<PosteriorStatus>] {
    guard let sample else { return [Remark(.noDraws, "no draw was accepted")] }
    var remarks: [Remark<PosteriorStatus>] = []
    if saysNothing {
      remarks.append(
        Remark(.unconstrained, "the data do not constrain it: the posterior is the prior"))
    }
    if tolerance > 0 {
      remarks.append(
        Remark(
          .approximate,
          "approximate: draws up to a distance of \(shortNumber(tolerance)) were accepted"))
    }
    if sample.effectiveSize < Self.fewDraws {
      remarks.append(
        Remark(
          .fewDraws,
          "the effective sample size is \(shortNumber(sample.effectiveSize.rounded())): the ends of the "
            + "interval are uncertain"))
    }
    return remarks
  }

  /// Below it the ends of an interval are hardly more than the outermost draws.
  static let fewDraws = 200.0
}

extension CountedRuns {
  /// The run that ended a calibration by failing, which is one of its last generation; nil if none did.
  var failureThatEndedCalibration: FailedRun? {
    get throws {
      guard let search = abc, search.stop == .runFailed, let last = search.generations.last
      else { return nil }
      return try firstFailure(of: points[last.draws])
    }
  }

  /// By factor; none for other designs.
  var posteriors: [ParameterPosterior] {
    guard let search = abc else { return [] }
    return study.factors.indices.map { ParameterPosterior($0, of: self, search) }
  }

  /// What a reader of the posterior must know, one sentence each.
  var calibrationNotes: [Note] {
    guard let search = abc, let calibration = study.calibration else { return [] }
    guard !search.accepted.isEmpty else {
      return search.stop == nil
        ? []
        : [
          Note(
            .noPosterior,
            "no run had a value of everything observed: there is no posterior; look at runs.csv")
        ]
    }
    var notes = posteriors.filter(\.saysNothing).map {
      Note(
        .priorIsPosterior,
        "the data do not constrain \($0.parameter.name): its posterior is its prior")
    }
    for (item, reach) in zip(calibration.data, PredictedQuantity.all(of: self)) {
      for value in [item.values.min() ?? 0, item.values.max() ?? 0] {
        let isAbove = value > reach.priorHigh
        guard isAbove || value < reach.priorLow else { continue }
        notes.append(
          Note(
            .priorMissesData,
            "\(item.quantity.words) is \(shortNumber(value)) in the data, and in no run of a draw from "
              + "the prior \(isAbove ? "more than \(shortNumber(reach.priorHigh))" : "less than \(shortNumber(reach.priorLow))"): "
              + "the prior does not cover the data"))
        break
      }
      if notes.count >= 8 { break }
    }
    if let size = posteriors.first?.sample?.effectiveSize, size < ParameterPosterior.fewDraws {
      notes.append(
        Note(
          .fewDraws,
          "the effective sample size is \(shortNumber(size.rounded())); more "
            + "draws give steadier intervals"))
    }
    return notes
  }
}
