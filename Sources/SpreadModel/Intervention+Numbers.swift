/// The numbers of an intervention, by their paths in study files.
extension Intervention {
  /// In the order of study files: `["when", "step"]`, `["set", "infection_factor"]`, ...
  package var numbers: [(path: [String], value: KeyValue)] {
    var numbers = [(["when", when.name], when.value)]
    for target in Target.allCases {
      switch effects[target] {
      case .set(let value)?:
        let isWhole = target == .infectionFactor && value == value.rounded()
        numbers.append((["set", target.rawValue], isWhole ? .whole(Int(value)) : .real(value)))
      case .multiply(let factor)?: numbers.append((["multiply", target.rawValue], .real(factor)))
      case nil: break
      }
    }
    if let immunizeShare { numbers.append(([Self.immunizeName], .real(immunizeShare))) }
    if let until { numbers.append((["until", until.name], until.value)) }
    return numbers
  }

  /// Puts a number in its place.
  ///
  /// - Precondition: one of its kind is there.
  package mutating func set(_ value: KeyValue, at path: [String]) {
    let last = path[path.count - 1]
    switch (path[0], Target(rawValue: last), Condition(last, value), value.number) {
    case ("when", _, let condition?, _): when = condition
    case ("until", _, let condition?, _): until = condition
    case (Self.immunizeName, _, _, let share?): immunizeShare = share
    case ("set", let target?, _, let number?): effects[target] = .set(number)
    case ("multiply", let target?, _, let number?): effects[target] = .multiply(number)
    default: preconditionFailure("an intervention has no \(path) to be \(value)")
    }
  }

  private static let immunizeName = "immunize_share"
}

extension Intervention.Condition {
  /// The condition of that name in study files; nil where there is none or the value is no such
  /// number.
  package init?(_ name: String, _ value: KeyValue) {
    switch (name, value) {
    case ("step", .whole(let step)): self = .step(step)
    case ("infected_share", .real(let share)): self = .infectedShare(share)
    case ("ever_infected_share", .real(let share)): self = .everInfectedShare(share)
    case ("after_steps", .whole(let steps)): self = .afterSteps(steps)
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .step: "step"
    case .infectedShare: "infected_share"
    case .everInfectedShare: "ever_infected_share"
    case .afterSteps: "after_steps"
    }
  }

  var value: KeyValue {
    switch self {
    case .step(let steps), .afterSteps(let steps): .whole(steps)
    case .infectedShare(let share), .everInfectedShare(let share): .real(share)
    }
  }
}
