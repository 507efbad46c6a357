/// Who was infected, in the order of the steps. Everybody is infected at most once, so the state
/// after a step is a prefix of the list, and a page that has some prefix needs only the rest:
/// changes, catching up, reconnecting and scrubbing are all the same.
package struct InfectionLog: Equatable, Sendable {
  /// Person numbers; within a step ascending, people infected by taps behind the others.
  package private(set) var people: [Int32] = []
  /// Infected people after each step: how many of `people` belong to steps 0...s.
  package private(set) var ends: [Int32] = [0]

  /// The last step, 0 at the start.
  package var step: Int { ends.count - 1 }
  package var count: Int { people.count }

  package mutating func appendStep(_ newlyInfected: [Int]) {
    ends.append(ends[step])
    extendStep(newlyInfected)
  }

  /// Adds people to the last step.
  package mutating func extendStep(_ newlyInfected: [Int]) {
    people += newlyInfected.map { Int32($0) }.sorted()
    ends[step] = Int32(people.count)
  }

  /// The log of a finished run.
  ///
  /// - Parameter infectionSteps: by person; -1 for never.
  package init(infectionSteps: [Int32], steps: Int) {
    ends = [Int32](repeating: 0, count: steps + 1)
    for step in infectionSteps where step >= 0 { ends[Int(step)] += 1 }
    for step in ends.indices.dropFirst() { ends[step] += ends[step - 1] }
    var next = [0] + ends.dropLast().map { Int($0) }
    people = [Int32](repeating: 0, count: Int(ends[steps]))
    for (person, step) in infectionSteps.enumerated() where step >= 0 {
      people[next[Int(step)]] = Int32(person)
      next[Int(step)] += 1
    }
  }

  package init() {}
}
