/// Who infected whom in a run: every infection, by step and within a step by person.
///
/// Source: docs/model.md, "Who infected whom".
package struct Transmissions: Equatable, Sendable {
  /// Infections in each step from step 0 on, introductions included.
  package var counts: [UInt32] = []
  /// Who was infected.
  package var people: [Int32] = []
  /// By whom; -1 for people infected from outside.
  package var sources: [Int32] = []

  package init() {}

  /// Ends a step: what was added since the one before belongs to it.
  ///
  /// - Parameter infections: who was infected in it, in any order; nobody twice.
  package mutating func addStep(_ infections: [Transmission]) {
    counts.append(UInt32(truncatingIfNeeded: infections.count))
    for infection in infections.sorted(by: { $0.person < $1.person }) {
      people.append(infection.person)
      sources.append(infection.source)
    }
  }

  /// Passes all infections by, in order; `source` is nil for people infected from outside.
  package func forEachInfection(_ body: (_ step: Int, _ person: Int, _ source: Int?) -> Void) {
    var place = 0
    for (step, count) in counts.enumerated() {
      for _ in 0..<count {
        let source = sources[place]
        body(step, Int(people[place]), source < 0 ? nil : Int(source))
        place += 1
      }
    }
  }
}

/// One infection of a step.
package struct Transmission: Equatable, Sendable {
  package var person: Int32
  /// -1 for a person infected from outside.
  package var source: Int32

  package init(person: Int, source: Int?) {
    self.person = Int32(truncatingIfNeeded: person)
    self.source = Int32(truncatingIfNeeded: source ?? -1)
  }
}
