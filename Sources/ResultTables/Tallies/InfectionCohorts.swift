import RunStore
import SpreadModel
import Statistics

/// The infections of a point's recorded runs by the step in which they came, and what became of each.
struct InfectionCohorts {
  /// Those of one step.
  struct Cohort {
    /// Whom each of them infected: the number of people, 0 included.
    var infected = Tally()
    /// Steps until each of those infections.
    var intervals = Tally()
    /// By run, in replicate order: how many they are and how many people they infected, for runs with some.
    var runs: [(replicate: Int, group: ValueGroup)] = []
  }

  /// By step.
  private(set) var steps: [Cohort] = []
  /// The last step at which everybody's infections were seen to their end; none if below 0.
  private(set) var lastComplete = Int.max
  /// Steps after an infection by which it has stopped acting; nil: infections do not end.
  private let end: Int?

  init(_ scenario: Scenario) { end = scenario.usualEndOfInfection }

  mutating func add(_ run: Transmissions, replicate: Int, _ stopReason: StopReason) {
    while steps.count < run.counts.count { steps.append(Cohort()) }
    if !stopReason.endsSpread {
      lastComplete = min(lastComplete, end.map { run.counts.count - 1 - $0 } ?? -1)
    }
    var made = [Int](repeating: 0, count: run.people.count)
    var began = made
    // By person: the index of their last infection.
    var last = [Int](repeating: -1, count: 1 + Int(run.people.max() ?? -1))
    var first = 0
    for (step, count) in run.counts.enumerated() {
      let infections = first..<first + Int(count)
      // Somebody who acts in a step may come back at its end: the infection before counts.
      for index in infections where run.sources[index] >= 0 {
        let source = last[Int(run.sources[index])]
        made[source] += 1
        steps[began[source]].intervals.add(Double(step - began[source]))
      }
      for index in infections {
        last[Int(run.people[index])] = index
        began[index] = step
      }
      first = infections.upperBound
    }
    first = 0
    for (step, count) in run.counts.enumerated() where count > 0 {
      let infections = made[first..<first + Int(count)]
      first = infections.endIndex
      for number in infections { steps[step].infected.add(Double(number)) }
      steps[step].runs.append(
        (replicate, ValueGroup(count: infections.count, sum: infections.reduce(0, +))))
    }
  }

  /// Takes over further replicates.
  mutating func add(_ next: InfectionCohorts) {
    while steps.count < next.steps.count { steps.append(Cohort()) }
    lastComplete = min(lastComplete, next.lastComplete)
    for (step, cohort) in next.steps.enumerated() { steps[step].add(cohort) }
  }

  /// All infections that were seen to their end, and of what steps; nil if there are none.
  var complete: (steps: ClosedRange<Int>, cohort: Cohort)? {
    let seen = steps.indices.filter { $0 <= lastComplete && !steps[$0].runs.isEmpty }
    guard let first = seen.first, let last = seen.last else { return nil }
    var all = Cohort()
    var groups: [Int: ValueGroup] = [:]
    for step in seen {
      all.add(steps[step])
      for (replicate, group) in steps[step].runs {
        let before = groups[replicate]
        groups[replicate] = ValueGroup(
          count: group.count + (before?.count ?? 0), sum: group.sum + (before?.sum ?? 0))
      }
    }
    all.runs = groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return (first...last, all)
  }
}

extension InfectionCohorts.Cohort {
  fileprivate mutating func add(_ more: Self) {
    infected.add(more.infected)
    intervals.add(more.intervals)
    runs += more.runs
  }
}

extension StopReason {
  /// Whether nobody would have been infected in further steps.
  fileprivate var endsSpread: Bool {
    switch self {
    case .allInfected, .noSpread, .extinct: true
    case .shareReached, .maxSteps: false
    }
  }
}
