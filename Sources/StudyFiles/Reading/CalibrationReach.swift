import SpreadModel

/// What runs of a study can have, whatever the values of its factors: data beyond it are a mistake.
struct CalibrationReach {
  /// In the largest group; nil where it is not known.
  private let people: Int?
  private let maxSteps: Int
  private let share: Double
  private let hasGrid: Bool
  private let hasCourse: Bool
  private let hasInterventions: Bool
  /// Whether somebody may be infected twice.
  private let letsReturn: Bool

  init(_ study: Study) {
    people = study.groupSizes.max()
    maxSteps = study.constants(.maxSteps)
    share = study.constants(.stopShare)
    hasGrid = study.hasGrid
    hasCourse = study.hasCourse
    hasInterventions = study.hasInterventions
    letsReturn =
      hasCourse && study.values(of: .immuneSteps).contains { StepsOrForever($0) != .forever }
  }

  /// The first item at which new infections exceed the people there are, with words; nil where
  /// they never do.
  func excess(in data: [Calibration.Item]) -> (item: Int, words: String)? {
    guard let people, !letsReturn, let first = data.first else { return nil }
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
    case .response(let response) where response.needs == .grid && !hasGrid:
      return "\(response.name) exists only on a grid, and no point of this study is on one"
    case .response(let response) where response.needs == .interventions && !hasInterventions:
      return "\(response.name) exists only where a point has interventions"
    case .response(let response) where response.needs == .recovery && !hasCourse:
      return "\(response.name) exists only where people recover, and in this study nobody does"
    case .curve(let series, _) where series.needsRecovery && !hasCourse:
      return
        "\(series.rawValue) exists only where people recover, and in this study nobody does; give \(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability), or leave the column out"
    case let quantity where (quantity.lastStep ?? 0) > maxSteps:
      return
        "\(words) is after the last step of the runs (model.stop.max_steps is \(maxSteps)); raise "
        + "it, or leave out the later steps"
    case let quantity where quantity.lastStep != nil && share < 1:
      return
        "runs end at a share of \(share) (model.stop.share), so later steps are not known; let "
        + "them continue with model.stop.share 1"
    case .response, .curve: break
    }
    for value in item.values {
      if let highest = highest(of: item.quantity), value > highest.number {
        return "\(words) is \(Shape.plain(value)), more than \(highest.words): no run can give it"
      }
      if value < 0, !item.quantity.mayBeNegative {
        return "\(words) is \(Shape.plain(value)): no run can give less than 0"
      }
      if case .response(let response) = item.quantity, response.kind == .flag, value != 0,
        value != 1
      {
        return "\(words) is \(Shape.plain(value)); a run has 0 or 1"
      }
    }
    return nil
  }

  /// The most that a run can have; nil if there is no such number.
  private func highest(of quantity: Calibration.Quantity) -> (number: Double, words: String)? {
    let group = people.map { (Double($0), "the \($0) people of the largest group") }
    guard case .response(let response) = quantity else { return group }
    if response.isShare { return (1, "1, which is all") }
    // Who recovers may be infected again.
    if case .newInfectionsBetween = response.own?.measure, hasCourse { return nil }
    switch response.unit {
    case "people", "people/step": return group
    case "steps", "step": return (Double(maxSteps), "model.stop.max_steps, \(maxSteps)")
    default: return nil
    }
  }
}

extension Calibration.Quantity {
  /// Offsets and shapes of the infected may; all else counts people or is a share of them.
  fileprivate var mayBeNegative: Bool {
    response.map { $0.kind == .real && !$0.isShare && $0.own == nil } ?? false
  }

  /// The last of the steps that it is about; nil of what is of the whole run.
  fileprivate var lastStep: Int? {
    switch response?.own?.measure {
    case .infectedAt(let step), .shareIn(_, let step): step
    case .newInfectionsBetween(let steps), .meanInfectedBetween(let steps): steps.upperBound
    case .stepToShare, nil: step
    }
  }
}
