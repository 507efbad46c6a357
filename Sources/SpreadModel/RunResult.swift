/// Why a run ended. Without a course the first that applies, in this order; with one `extinct`,
/// `shareReached`, `maxSteps`.
package enum StopReason: String, CaseIterable, Sendable {
  case allInfected = "all_infected"
  case shareReached = "share_reached"
  case noSpread = "no_spread"
  case maxSteps = "max_steps"
  /// With a course: nobody is infected, and nobody is to be introduced.
  case extinct
}

extension StopReason {
  /// The step up to which a run that ended so is known not to have got where it had not been: where
  /// nothing can change any more that is the last one there may be.
  ///
  /// - Parameter steps: those that were simulated.
  package func lastKnownStep(_ steps: Double, maxSteps: Int) -> Double {
    switch self {
    case .noSpread, .extinct: Double(maxSteps)
    case .allInfected, .shareReached, .maxSteps: steps
    }
  }
}

/// What one run left behind.
package struct RunResult: Equatable, Sendable {
  package var stopReason: StopReason
  /// Infected people after step 0 (the start state), 1, ...; `steps + 1` values.
  package var curve: [UInt32]
  /// What the curve does not say of people who recover, or are latent or immune; nil where nobody
  /// asked.
  package var course: CourseResult?
  /// What is seen of it, by series; a value per step from 0 on.
  package var observed: [[UInt32]]
  /// Latent people after each step, where somebody can be latent and there is no `course`; nil elsewhere.
  package var latent: [UInt32]?
  /// Nil where the scenario has no interventions.
  package var interventions: InterventionResult?
  /// The shape responses; nil where not reached or undefined.
  package var shape: Shape?
  /// Step at which each person was first infected, -1 for never; only where the map was asked for.
  package var infectionSteps: [Int32]?
  /// Of what groups people are; where they are of some, and the map was asked for.
  package var groups: GroupMembers?
  /// The curves of the groups, in their order; only where they were asked for.
  package var groupCurves: [RunCurves]?
  /// Who infected whom; only where it was asked for.
  package var transmissions: Transmissions?
  /// By group, where a pass made the run and people are of some; empty elsewhere.
  package var finalGroups: [FinalGroup] = []
  /// The least infection probabilities at which shares of the group are ever infected, by share, without those that are
  /// not reached at 1; nil where that is not known.
  package var criticalProbabilities: [Double: Double]?
  /// Why the run failed: what a draw of the program's own threw, and where. Nothing else of such a run
  /// means anything. Nil for all others.
  package var failure: String?

  package init(
    stopReason: StopReason, curve: [UInt32], shape: Shape?, infectionSteps: [Int32]?,
    course: CourseResult? = nil, observed: [[UInt32]] = [], latent: [UInt32]? = nil,
    interventions: InterventionResult? = nil, groups: GroupMembers? = nil,
    groupCurves: [RunCurves]? = nil, transmissions: Transmissions? = nil,
    failure: String? = nil
  ) {
    self.stopReason = stopReason
    self.curve = curve
    self.course = course
    self.observed = observed
    self.latent = latent
    self.interventions = interventions
    self.shape = shape
    self.infectionSteps = infectionSteps
    self.groups = groups
    self.groupCurves = groupCurves
    self.transmissions = transmissions
    self.failure = failure
  }

  /// Steps simulated.
  package var steps: Int { curve.count - 1 }

  package var curves: RunCurves {
    RunCurves(infected: curve, course: course?.curves, observed: observed)
  }
}

/// A group of people, and those of it who were ever infected.
package struct FinalGroup: Equatable, Sendable {
  package var name: String
  package var people, infected: Int

  package init(name: String, people: Int, infected: Int) {
    (self.name, self.people, self.infected) = (name, people, infected)
  }

  /// Nil where nobody is of it.
  var shareInfected: Double? { people > 0 ? Double(infected) / Double(people) : nil }
}

extension RunResult {
  /// Of a replicate that was not made step by step: it has no curves but their end.
  package init(everInfected: Int, infections: Int, groups: [FinalGroup]) {
    let end = CourseCurves(
      newInfections: [0], everInfected: [UInt32(everInfected)], immune: [0], latent: [0])
    self.init(
      stopReason: .extinct, curve: [0], shape: nil, infectionSteps: nil,
      course: CourseResult(
        curves: end, infections: infections, introduced: 0, infectionsByIntroduced: 0))
    finalGroups = groups
  }
}

/// The people of a run by step, from step 0 on.
package struct RunCurves: Equatable, Sendable {
  /// Infected at the end of the step.
  package var infected: [UInt32]
  /// Nil where nobody recovers in the whole study.
  package var course: CourseCurves?
  /// What is seen of it, by series in the order of the study.
  package var observed: [[UInt32]]
  /// As `RunResult.latent`, while a run is looked at: no curves that are kept have it.
  var latent: [UInt32]?

  package init(infected: [UInt32], course: CourseCurves? = nil, observed: [[UInt32]] = []) {
    self.infected = infected
    self.course = course
    self.observed = observed
  }

  /// Infected at least once so far: it never falls.
  package var everInfected: [UInt32] { course?.everInfected ?? infected }
  /// Steps simulated.
  package var steps: Int { infected.count - 1 }
}

/// What the infected do not say of a run in which people recover; a value per step from 0 on.
package struct CourseCurves: Equatable, Sendable {
  /// People newly infected in the step, introductions included.
  package var newInfections: [UInt32]
  /// People infected at least once so far.
  package var everInfected: [UInt32]
  /// Everybody immune: recovered, listed, drawn.
  package var immune: [UInt32]
  /// The infected who do not act yet.
  package var latent: [UInt32]

  package init(
    newInfections: [UInt32], everInfected: [UInt32], immune: [UInt32], latent: [UInt32]
  ) {
    self.newInfections = newInfections
    self.everInfected = everInfected
    self.immune = immune
    self.latent = latent
  }
}

/// Of what groups the people of a run are.
package struct GroupMembers: Equatable, Sendable {
  package var names: [String]
  /// By person: the index of their group.
  package var groupOf: [UInt8]

  package init(names: [String], groupOf: [UInt8]) {
    self.names = names
    self.groupOf = groupOf
  }

  /// The share of a group's people who were infected by the end of a step; nil where there is no such group,
  /// or nobody in it.
  ///
  /// - Parameter infectionSteps: by person, -1 for never.
  func shareInfected(of name: String, by step: Int, _ infectionSteps: [Int32]) -> Double? {
    guard let group = names.firstIndex(of: name) else { return nil }
    var (people, infected) = (0, 0)
    for (index, infectedAt) in zip(groupOf, infectionSteps) where Int(index) == group {
      people += 1
      if infectedAt >= 0, infectedAt <= step { infected += 1 }
    }
    return people > 0 ? Double(infected) / Double(people) : nil
  }
}

/// What a run says of its course besides the infected.
package struct CourseResult: Equatable, Sendable {
  package var curves: CourseCurves
  /// Infections by sources, repeated ones included.
  package var infections: Int
  /// People introduced at step 0.
  package var introduced: Int
  /// Infections made by the people introduced at step 0, in that first infection of theirs.
  package var infectionsByIntroduced: Int

  package init(
    curves: CourseCurves, infections: Int, introduced: Int, infectionsByIntroduced: Int
  ) {
    self.curves = curves
    self.infections = infections
    self.introduced = introduced
    self.infectionsByIntroduced = infectionsByIntroduced
  }

  /// Infections made by the people introduced at step 0 in their first infection, per person; nil if nobody
  /// was introduced.
  package static func reproductionNumber(introduced: Int, infections: Int) -> Double? {
    introduced > 0 ? Double(infections) / Double(introduced) : nil
  }
}

/// When interventions were in force in a run.
package struct InterventionResult: Equatable, Sendable {
  /// At whose end the first one began; nil if none did.
  package var firstStep: Int?
  /// Steps made while at least one that sets or multiplies something was in force.
  package var steps: Int

  package init(firstStep: Int? = nil, steps: Int = 0) {
    self.firstStep = firstStep
    self.steps = steps
  }
}

/// Where the people infected so far stand, at the first step with at least `shapeShare` of the group
/// among them. Offsets are in cells, x to the east, y to the south, from the mean position of the
/// people introduced at step 0.
package struct Shape: Equatable, Sendable {
  package var driftX, driftY: Double
  /// sum r^2 cos 4 theta / sum r^2; nil if nobody stands off the origin.
  package var anisotropy4: Double?
  /// Root of the ratio of the covariance's eigenvalues; nil if the smaller one is 0.
  package var elongation: Double?
  /// 2 pi mean(r^2 about the centroid) / number; 1 for a disc.
  package var roundness: Double

  package init(
    driftX: Double, driftY: Double, anisotropy4: Double?, elongation: Double?, roundness: Double
  ) {
    self.driftX = driftX
    self.driftY = driftY
    self.anisotropy4 = anisotropy4
    self.elongation = elongation
    self.roundness = roundness
  }
}
