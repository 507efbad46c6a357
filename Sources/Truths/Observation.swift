package import SpreadModel

/// What is observed of a run: one or several numbers; NaN where the run does not have them, which no
/// expectation forgives.
///
/// Source: the README that `TruthExport` writes.
package enum Observation: Hashable, Sendable {
  /// People in these states at the end of these steps, state by state; a run keeps its last numbers after its
  /// end. Or only whether there are any (0 or 1).
  case curves([State] = [.infected], steps: [Int], anybody: Bool = false)
  /// Something about when the people of each group were first infected.
  case infectionSteps([Group], Statistic)
  /// The first step with at least these shares of the group ever infected.
  case stepOfShare([Double])
  /// People ever infected in a run that ended because nobody was infected any more.
  case finalSize
  /// Whether at least this share is ever infected (0 or 1), and the share then (else 0).
  case outbreak(Double)
  /// The step at whose end nobody is infected any more; one more than the most steps if somebody is.
  case lastStep
  /// Infections by those introduced at step 0.
  case infectionsByIntroduced
  /// Mean offset, to the east and to the south, of the people infected.
  case drift
  /// The least infection probability at which a share of the group is ever infected, by arm: not seen in a run, but in what all runs
  /// of a replicate have in common.
  case criticalProbability([Double])

  package enum State: String, CaseIterable, Sendable {
    case infected
    case everInfected = "ever_infected"
    case immune, latent
  }

  /// Some people, with the step in which they are looked for; nil: any.
  package struct Group: Hashable, Sendable {
    package var people: [Int]
    package var step: Int?

    package init(_ people: [Int], step: Int? = nil) { (self.people, self.step) = (people, step) }
  }

  package enum Statistic: String, CaseIterable, Sendable {
    /// How many of each group were first infected in its step.
    case number
    /// Whether any was (0 or 1).
    case anybody
    /// The position, from 0, of the first group of whom all were; -1 if there is none.
    case which
    /// Mean and variance of the steps of each group; NaN unless all were infected.
    case meanStep = "mean_step"
    case variance
  }

  /// Steps until everybody is infected.
  package static let stepsToAll = Observation.stepOfShare([1])

  /// Whether the step of each person's infection has to be recorded.
  package var needsMap: Bool { if case .infectionSteps = self { true } else { false } }

  package func values(_ result: RunResult, of arm: Scenario) -> [Double] {
    let curves = result.curves
    switch self {
    case .curves(let states, let steps, let anybody):
      return states.flatMap { state in
        steps.map { step in
          let people = state.people(curves)?[Swift.min(step, result.steps)]
          return people.map { Double(anybody ? Swift.min($0, 1) : $0) } ?? .nan
        }
      }
    case .infectionSteps(let groups, let statistic):
      return statistic.values(groups, result.infectionSteps ?? [])
    case .stepOfShare(let shares):
      return shares.map { share in
        let least = arm.grid.leastPeople(ofShare: share)
        return curves.everInfected.firstIndex { $0 >= least }.map(Double.init) ?? .nan
      }
    case .finalSize:
      guard result.stopReason == .extinct else { return [.nan] }
      return [Double(curves.everInfected[result.steps])]
    case .outbreak(let share):
      let people = Int(curves.everInfected[result.steps])
      if people >= arm.grid.leastPeople(ofShare: share) {
        return [1, Double(people) / Double(arm.grid.people)]
      }
      return result.stopReason == .extinct ? [0, 0] : [.nan, .nan]
    case .lastStep:
      return [Double(result.stopReason == .extinct ? result.steps : arm.maxSteps + 1)]
    case .infectionsByIntroduced:
      return [result.course.map { Double($0.infectionsByIntroduced) } ?? .nan]
    case .criticalProbability: return [.nan]
    case .drift:
      return [result.shape?.driftX ?? .nan, result.shape?.driftY ?? .nan]
    }
  }
}

extension Observation.State {
  fileprivate func people(_ curves: RunCurves) -> [UInt32]? {
    switch self {
    case .infected: curves.infected
    case .everInfected: curves.everInfected
    case .immune: curves.course?.immune
    case .latent: curves.course?.latent
    }
  }
}

extension Observation.Statistic {
  /// - Parameter map: the step of each person's first infection, -1 for never.
  fileprivate func values(_ groups: [Observation.Group], _ map: [Int32]) -> [Double] {
    func number(_ group: Observation.Group) -> Int {
      group.people.count { person in
        group.step.map { Int(map[person]) == $0 } ?? (map[person] >= 0)
      }
    }
    func moments(_ group: Observation.Group) -> (mean: Double, variance: Double) {
      let steps = group.people.map { map[$0] < 0 ? Double.nan : Double(map[$0]) }
      let mean = steps.reduce(0, +) / Double(steps.count)
      let squares = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (mean, squares / Double(steps.count))
    }
    return switch self {
    case .number: groups.map { Double(number($0)) }
    case .anybody: groups.map { number($0) > 0 ? 1 : 0 }
    case .which: [groups.firstIndex { number($0) == $0.people.count }.map(Double.init) ?? -1]
    case .meanStep: groups.map { moments($0).mean }
    case .variance: groups.map { moments($0).variance }
    }
  }
}

extension Observation {
  package var words: String {
    switch self {
    case .curves(let states, let steps, let anybody):
      let names = states.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", ")
      return (anybody ? "whether anybody is " : "people ") + "\(names) at the end of "
        + (steps.count == 1 ? "step \(steps[0])" : "steps \(Self.list(steps))")
    case .infectionSteps(let groups, let statistic):
      let sizes = Set(groups.map(\.people.count)).sorted()
      let each =
        groups.count == 1
        ? "\(sizes[0]) of the people"
        : "\(groups.count) groups of \(Self.list(sizes))"
      let steps = Set(groups.map(\.step)).compactMap(\.self).sorted()
      let when = steps.isEmpty ? "" : " in step \(Self.list(steps))"
      return switch statistic {
      case .number: "how many of \(each) are infected\(when)"
      case .anybody: "whether any of \(each) is infected\(when)"
      case .which: "which of \(each) is infected\(when)"
      case .meanStep: "mean step of infection of \(each)"
      case .variance: "variance of the step of infection of \(each)"
      }
    case .stepOfShare([1]): return "steps to all"
    case .stepOfShare(let shares):
      return "steps to shares of \(shares.map(Judge.text).joined(separator: ", "))"
    case .finalSize: return "people ever infected"
    case .outbreak(let share):
      return "whether a share of \(Judge.text(share)) is ever infected, and the share then"
    case .lastStep: return "step at whose end nobody is infected any more"
    case .infectionsByIntroduced: return "infections by those introduced"
    case .criticalProbability(let shares):
      return
        "least p at which a share of \(shares.map(Judge.text).joined(separator: " or ")) is ever infected"
    case .drift: return "drift of the infected, east and south"
    }
  }

  /// Such as "0 to 8", or "12, 96".
  private static func list(_ numbers: [Int]) -> String {
    if numbers.count > 2, numbers == Array(numbers[0]...numbers[numbers.count - 1]) {
      return "\(numbers[0]) to \(numbers[numbers.count - 1])"
    }
    return numbers.map(String.init).joined(separator: ", ")
  }
}
