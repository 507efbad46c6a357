import SpreadModel

/// What runs of a study can have, whatever the values of its factors: data beyond it are a mistake.
struct CalibrationReach {
  private let limits: RunLimits
  private let share: Double
  private let met: Set<Response.Need>

  init(_ study: Study) {
    limits = RunLimits(study)
    share = study.constants(.stopShare)
    met = study.metNeeds
  }

  /// The first item at which new infections exceed the people there are, with words; nil where
  /// they never do.
  func excess(in data: [Calibration.Item]) -> (item: Int, words: String)? {
    guard let people = limits.people, !limits.letsPeopleReturn, let first = data.first else {
      return nil
    }
    let steps = data.indices.compactMap { place -> (step: Int, place: Int)? in
      guard case .curve(.newInfections, let step) = data[place].quantity else { return nil }
      return (step, place)
    }.sorted { $0.step < $1.step }
    var sums = [Double](repeating: 0, count: first.values.count)
    for (step, place) in steps {
      for (replicate, value) in zip(sums.indices, data[place].values) { sums[replicate] += value }
      guard let most = sums.max(), most > Double(people) else { continue }
      return (
        place,
        "the new_infections up to step \(step) are \(Shape.plain(most)) together, more than the "
          + "\(people) people of the largest group, and nobody is infected twice; raise group_size, or "
          + "give each observed run by itself, with a column replicate"
      )
    }
    return nil
  }

  /// Why no run can give these values; nil if some may.
  func problem(of item: Calibration.Item) -> String? {
    let words = item.quantity.words
    switch item.quantity {
    case .response(let response) where !met.contains(response.needs): return response.absence
    case .curve(let series, _) where series.needsRecovery && !met.contains(.recovery):
      return
        "\(series.rawValue) exists only where people recover, and in this study nobody does; give \(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability), or leave the column out"
    case let quantity where (quantity.lastStep ?? 0) > limits.maxSteps:
      return
        "\(words) is after the last step of the runs (model.stop.max_steps is \(limits.maxSteps)); raise "
        + "it, or leave out the later steps"
    case let quantity where quantity.lastStep != nil && share < 1:
      return
        "runs end at a share of \(share) (model.stop.share), so later steps are not known; let "
        + "them continue with model.stop.share 1"
    case .response, .curve: break
    }
    let bounds = item.quantity.response?.bounds(in: limits) ?? .people(limits)
    for value in item.values {
      if value > bounds.upper {
        return "\(words) is \(Shape.plain(value)), more than \(bounds.reason): no run can give it"
      }
      if value < bounds.lower {
        return
          "\(words) is \(Shape.plain(value)): no run can give less than \(Shape.plain(bounds.lower))"
      }
      if case .response(let response) = item.quantity, response.kind == .flag, value != 0,
        value != 1
      {
        return "\(words) is \(Shape.plain(value)); a run has 0 or 1"
      }
    }
    return nil
  }
}

extension Calibration.Quantity {
  /// The last of the steps that it is about; nil of what is of the whole run.
  fileprivate var lastStep: Int? { response?.own?.measure.lastStep ?? step }
}
