import PlainText
import SpreadModel
import Statistics

/// What must hold for a calibration: for its priors and its data.
extension Calibration {
  func objections(_ read: ReadStudy) -> [Objection] {
    guard read.isFaultless, Self.objectionsToFactors(read).isEmpty else { return [] }
    return objectionsToRuns + objectionsToData(read.study)
  }

  private static let mostPriors = 10

  /// Every factor is a range of numbers, and there are some.
  static func objectionsToFactors(_ read: ReadStudy) -> [Objection] {
    let factors = read.study.factors
    if read.keys.names(in: "factors").isEmpty {
      return [
        Objection(
          .missing, .missingBeside(["design"], .key, missing: ["factors"]),
          "there is nothing to estimate: give at least one factor with \"from\" and \"to\", the "
            + "ends of its prior")
      ]
    }
    let lists = factors.compactMap { factor -> Objection? in
      guard case .values = factor.levels else { return nil }
      return Objection(
        .conflict, key: "factors", factor.parameter.path,
        say: factor.parameter.allowed.numbers == nil
          ? "\(factor.parameter.name) has no order, so its prior cannot be a range; give it under "
            + "\"model\", and calibrate once for each of its values"
          : "a list of values is not a prior; give \"from\" and \"to\" (and \"step\" for single "
            + "values, \"scale\": \"log\" for a prior uniform in the logarithm)")
    }
    guard factors.count > mostPriors else { return lists }
    return lists + [
      Objection(
        .tooMany, key: "factors",
        say: "\(factors.count) factors are more than the \(mostPriors) that a distance "
          + "between runs and data can distinguish; fix some of them under \"model\"")
    ]
  }

  private var objectionsToRuns: [Objection] {
    guard maxRuns < 2 * draws * replicates else { return [] }
    let message =
      "\(maxRuns) runs are fewer than those of the first generation: twice \(draws) draws x "
      + "\(replicates) \(replicates == 1 ? "run" : "runs"); give more, or fewer draws"
    return [.given(["design", "max_runs"]), .missing(["design"], "max_runs")].map {
      Objection(.badRelation, $0, message)
    }
  }

  private func objectionsToData(_ study: Study) -> [Objection] {
    var seen: Set<Quantity> = []
    let reach = CalibrationReach(study)
    let (fault, excess) = (fault, reach.excess(in: data))
    return data.enumerated().compactMap { index, item in
      let name = item.quantity.words
      let problem: String? =
        if !seen.insert(item.quantity).inserted {
          "\(name) appears twice; give all its values in one place"
        } else if item.values.count != replicates {
          "\(name) has \(item.values.count) values and the first quantity "
            + "\(replicates); every replicate needs a value of each"
        } else if let problem = reach.problem(of: item) {
          problem
        } else if let fault, fault.item == index {
          "\(name) \(fault.words)"
        } else if let excess, excess.item == index {
          excess.words
        } else { nil }
      return problem.map { Objection(.badRelation, at: "design", "data", "\(index)", say: $0) }
    }
  }
}

extension Study {
  /// What a calibration decides of its runs: as many per draw as were observed, each with random
  /// numbers of its own; common ones would make the outcome a step function of the parameters.
  mutating func take(_ calibration: Calibration) {
    replicates = .fixed(calibration.replicates)
    randomNumbers = .independent
    record = Record(
      curves: calibration.needsCurves ? .all : .none, compress: record.compress)
    let confidence = analysis.confidence
    analysis = Analysis()
    analysis.confidence = confidence
  }
}
