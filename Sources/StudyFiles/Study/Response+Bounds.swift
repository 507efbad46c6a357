import SpreadModel

/// What the runs of a study cannot exceed, as far as the study alone says.
struct RunLimits {
  /// Of the largest group; nil where it is not known.
  let people: Int?
  let maxSteps: Int
  /// Whether somebody may be infected twice.
  let letsPeopleReturn: Bool

  init(_ study: Study) {
    people = study.groupSizes.max()
    maxSteps = study.constants(.maxSteps)
    letsPeopleReturn =
      study.hasCourse && study.values(of: .immuneSteps).contains { Length($0) != .forever }
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
    switch (unit, own?.measure) {
    case ("step", _), ("steps", _):
      return ResponseBounds(
        upper: Double(limits.maxSteps), reason: "model.stop.max_steps, \(limits.maxSteps)")
    // People who return are counted once for each of their infections.
    case ("infections", _): return ResponseBounds(upper: .infinity)
    case (_, .newInfectionsBetween) where limits.letsPeopleReturn:
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
