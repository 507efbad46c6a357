import SpreadModel

/// What the runs of a study cannot exceed, as far as the study alone says.
struct RunLimits {
  /// Of the largest group; nil where it is not known.
  let people: Int?
  let maxSteps: Int
  /// Whether somebody may be infected twice.
  let letsPeopleReturn: Bool
  /// Of the factors that are numbers, also of one that is searched.
  let levels: [ModelKey: ClosedRange<Double>]

  init(_ study: Study) {
    people = study.groupSizes.max()
    maxSteps = study.constants(.maxSteps)
    letsPeopleReturn = study.letsPeopleReturn
    let factors = study.factors + [study.threshold?.asFactor].compactMap(\.self)
    levels = Dictionary(
      factors.compactMap { factor in
        let ends = factor.ends.compactMap(\.number)
        guard let first = ends.min(), let last = ends.max() else { return nil }
        return (factor.parameter, first...last)
      }
    ) { first, _ in first }
  }
}

/// The values that a run can have, both ends included; infinite where the study sets no end.
struct ResponseBounds {
  var lower = 0.0
  var upper: Double
  /// What the upper end is.
  var reason = ""

  static let none = ResponseBounds(lower: -.infinity, upper: .infinity)
  static let share = ResponseBounds(upper: 1, reason: "1, which is all")

  func multiplied(by number: Double) -> ResponseBounds {
    // Nothing times no end is nothing.
    guard number != 0 else { return ResponseBounds(upper: 0, reason: "0, 0 times any value") }
    let ends = [lower * number, upper * number].sorted()
    return ResponseBounds(
      lower: ends[0], upper: ends[1],
      reason: number > 0 ? "\(Shape.plain(number)) times \(reason)" : Shape.plain(ends[1]))
  }

  /// Everybody of the largest group.
  static func people(_ limits: RunLimits) -> ResponseBounds {
    limits.people.map {
      ResponseBounds(upper: Double($0), reason: "the \($0) people of the largest group")
    } ?? ResponseBounds(upper: .infinity)
  }
}

extension Response {
  /// What its values lie between in every run: what a mean may be compared with, how far two runs may
  /// differ, and which data no run can give follow from it.
  func bounds(in limits: RunLimits) -> ResponseBounds {
    if isShare { return .share }
    if case .multiplied(let number, let inner) = own?.measure {
      return inner.bounds(in: limits).multiplied(by: number)
    }
    switch (unit, own?.measure) {
    case (_, .levelOf(let key)):
      return limits.levels[key].map {
        ResponseBounds(
          lower: $0.lowerBound, upper: $0.upperBound,
          reason: "the largest level of \(key.name), \(Shape.plain($0.upperBound))")
      } ?? .none
    case (_, .criticalProbability): return .share
    case ("step", _), ("steps", _):
      return ResponseBounds(
        upper: Double(limits.maxSteps), reason: "model.stop.max_steps, \(limits.maxSteps)")
    // People who return are counted once for each of their infections.
    case ("infections", _): return ResponseBounds(upper: .infinity)
    case (_, .newInfectionsBetween) where limits.letsPeopleReturn,
      (_, .peakOf(.observed)) where limits.letsPeopleReturn:
      return ResponseBounds(upper: .infinity)
    case ("people", _), ("people/step", _): return .people(limits)
    // Offsets and shapes of the infected.
    default: return .none
    }
  }
  /// How far apart two runs of a study can be at most; nil where that is not known.
  func range(in study: Study) -> Double? {
    let bounds = bounds(in: RunLimits(study))
    return bounds.upper - bounds.lower < .infinity ? bounds.upper - bounds.lower : nil
  }
}
