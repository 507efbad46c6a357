import PlainText
import SpreadModel
import Statistics

/// Calibrations: how they are read, and what must hold of priors and data.
extension StudyDecoder {
  mutating func checkCalibration(_ calibration: Calibration, _ study: Study) {
    guard mistakes.isEmpty, let design = root["design"] else { return }
    if calibration.maxRuns < 2 * calibration.draws * calibration.replicates {
      mistakes.add(
        .badRelation,
        at: Node.Place(
          span: (design["max_runs"] ?? design).span, path: design.path.key("max_runs")),
        "\(calibration.maxRuns) runs are fewer than those of the first generation: twice "
          + "\(calibration.draws) draws x \(calibration.replicates) "
          + "\(calibration.replicates == 1 ? "run" : "runs"); give more, or fewer draws")
    }
    var seen: Set<Calibration.Quantity> = []
    let places = design["data"].elements
    let reach = CalibrationReach(study)
    let fault = calibration.fault
    let excess = reach.excess(in: calibration.data)
    for (index, (item, place)) in zip(calibration.data, places).enumerated() {
      var problem = reach.problem(of: item)
      if !seen.insert(item.quantity).inserted {
        problem = "\(item.quantity.words) appears twice; give all its values in one place"
      } else if item.values.count != calibration.replicates {
        problem =
          "\(item.quantity.words) has \(item.values.count) values and the first quantity "
          + "\(calibration.replicates); every replicate needs a value of each"
      } else if problem == nil, let fault, fault.item == index {
        problem = "\(item.quantity.words) \(fault.words)"
      } else if problem == nil, let excess, excess.item == index {
        problem = excess.words
      }
      if let problem {
        mistakes.add(.badRelation, at: place, problem)
      }
    }
  }

  /// Every factor is a range of numbers, and there are some.
  mutating func checkPriors(_ study: Study) {
    if study.factors.isEmpty, root["factors"].members.isEmpty,
      let design = root["design"]
    {
      mistakes.add(
        .missing, at: Node.Place(span: design.keySpan, path: JSONPath.root.key("factors")),
        "there is nothing to estimate: give at least one factor with \"from\" and \"to\", the "
          + "ends of its prior")
    }
    for factor in study.factors {
      guard case .values = factor.levels, let place = place(of: factor) else { continue }
      mistakes.add(
        .conflict, at: place.key,
        factor.parameter.allowed.numbers == nil
          ? "\(factor.parameter.name) has no order, so its prior cannot be a range; give it under "
            + "\"model\", and calibrate once for each of its values"
          : "a list of values is not a prior; give \"from\" and \"to\" (and \"step\" for single "
            + "values, \"scale\": \"log\" for a prior uniform in the logarithm)")
    }
    guard study.factors.count > Self.mostPriors, let factors = root["factors"] else {
      return
    }
    mistakes.add(
      .tooMany, at: factors.key,
      "\(study.factors.count) factors are more than the \(Self.mostPriors) that a distance "
        + "between runs and data can distinguish; fix some of them under \"model\"")
  }

  private static let mostPriors = 10
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
