package import SpreadModel

/// The exact distribution of a small case in which people recover, are latent or immune: what many runs are
/// compared with. Fields as in the reference file (reference/README.md, section 8).
package struct CourseDistribution: Decodable, Sendable {
  let infectedDistribution: [[Double]]
  /// Where nobody recovers.
  let personInfected: [[Double]]?
  let everInfectedDistribution: [[Double]]?
  let immuneDistribution: [[Double]]?
  let personEverInfected: [[Double]]?
  let extinctAtStep: [Double]?
  let notExtinctByLastStep: Double?
  let finalEverInfected: [Double]?
  let peakInfected: [Double]?
  let infections: [Double]?
  let infectionsByIntroduced: [Double]?
  let introducedAtStep0: Int?

  package var hasCourse: Bool { everInfectedDistribution != nil }

  /// What one run shows.
  package struct Observation: Sendable {
    package var infected: [Int]
    /// The rest of a run in which people recover.
    package var course: Course?
    /// By person: step of the first infection, negative for never.
    package var firstInfected: [Int]

    package struct Course: Sendable {
      package var everInfected: [Int]
      package var immune: [Int]
      package var extinctAt: Int?
      package var peakInfected: Int
      package var infections: Int
      /// Nil where nobody was introduced at step 0.
      package var reproductionNumber: Double?

      package init(
        everInfected: [Int], immune: [Int], extinctAt: Int?, peakInfected: Int, infections: Int,
        reproductionNumber: Double?
      ) {
        self.everInfected = everInfected
        self.immune = immune
        self.extinctAt = extinctAt
        self.peakInfected = peakInfected
        self.infections = infections
        self.reproductionNumber = reproductionNumber
      }
    }

    package init(infected: [Int], course: Course?, firstInfected: [Int]) {
      self.infected = infected
      self.course = course
      self.firstInfected = firstInfected
    }

    /// - Parameter result: with its map.
    package init(_ result: RunResult) {
      infected = result.curve.map(Int.init)
      firstInfected = (result.infectionSteps ?? []).map(Int.init)
      course = result.course.map { course in
        Course(
          everInfected: course.curves.everInfected.map(Int.init),
          immune: course.curves.immune.map(Int.init),
          extinctAt: result.stopReason == .extinct ? result.steps : nil,
          peakInfected: Int(result.curve.max() ?? 0), infections: course.infections,
          reproductionNumber: course.introduced == 0
            ? nil : Double(course.infectionsByIntroduced) / Double(course.introduced))
      }
    }
  }

  /// The checks of this distribution that runs fail, by name; none where the runs obey it.
  ///
  /// - Parameters:
  ///   - level: chance that right runs fail one check.
  ///   - run: run number r.
  package func failures(runs: Int, level: Double, _ run: (Int) -> Observation) -> [String] {
    var counts = Counts(level: level, runs: runs)
    let steps = infectedDistribution.count - 1
    for number in 0..<runs {
      let seen = run(number)
      for step in 0...steps {
        func value(_ list: [Int]) -> Int { list[min(step, list.count - 1)] }
        counts.note("infected after step \(step)", value(seen.infected))
        for (person, first) in seen.firstInfected.enumerated() {
          counts.note("person \(person) after step \(step)", first >= 0 && first <= step ? 1 : 0)
        }
        guard let course = seen.course else { continue }
        counts.note("ever infected after step \(step)", value(course.everInfected))
        counts.note("immune after step \(step)", value(course.immune))
      }
      guard let course = seen.course else { continue }
      counts.note("extinct at step", course.extinctAt ?? steps + 1)
      counts.note("final size", course.everInfected.last ?? 0)
      counts.note("peak", course.peakInfected)
      counts.note("infections", course.infections)
      if let reproduction = course.reproductionNumber {
        counts.note(
          "infections by the introduced",
          Int((reproduction * Double(introducedAtStep0 ?? 0)).rounded()))
      }
      if let introducedAtStep0, (course.reproductionNumber == nil) != (introducedAtStep0 == 0) {
        counts.fail("whether there is a reproduction number")
      }
    }
    let everInfected = personEverInfected ?? personInfected ?? []
    for step in 0...steps {
      counts.check("infected after step \(step)", infectedDistribution[step])
      for (person, chance) in everInfected[step].enumerated() {
        let rest = chance > 1 - 1e-13 ? 0 : 1 - chance
        counts.check("person \(person) after step \(step)", [rest, chance])
      }
      counts.check("ever infected after step \(step)", everInfectedDistribution?[step])
      counts.check("immune after step \(step)", immuneDistribution?[step])
    }
    counts.check(
      "extinct at step",
      extinctAtStep.map { $0 + [notExtinctByLastStep ?? max(0, 1 - $0.reduce(0, +))] })
    counts.check("final size", finalEverInfected)
    counts.check("peak", peakInfected)
    counts.check("infections", infections)
    counts.check("infections by the introduced", infectionsByIntroduced)
    return counts.failed
  }

  /// How often each outcome of each check was seen.
  private struct Counts {
    let level: Double
    let runs: Int
    private var seen: [String: [Int: Int]] = [:]
    private(set) var failed: [String] = []

    init(level: Double, runs: Int) {
      self.level = level
      self.runs = runs
    }

    mutating func note(_ name: String, _ outcome: Int) {
      seen[name, default: [:]][outcome, default: 0] += 1
    }

    mutating func fail(_ name: String) {
      if !failed.contains(name) { failed.append(name) }
    }

    /// - Parameter probabilities: by outcome, from 0; nil where the case says nothing.
    mutating func check(_ name: String, _ probabilities: [Double]?) {
      guard let probabilities else { return }
      let outcomes = seen[name] ?? [:]
      let length = max(probabilities.count, (outcomes.keys.max() ?? 0) + 1)
      let observed = (0..<length).map { outcomes[$0] ?? 0 }
      let padded = probabilities + Array(repeating: 0, count: length - probabilities.count)
      // The reference is exact to 1e-13: what is less likely must not be seen at all.
      if observed.reduce(0, +) != runs {
        failed.append("\(name): not seen in every run")
      } else if zip(observed, padded).contains(where: { $0 > 0 && $1 < 1e-13 }) {
        failed.append("\(name): an impossible outcome")
      } else if ChiSquare.pValue(observed: observed, probabilities: padded) < level {
        failed.append(name)
      }
    }
  }
}
