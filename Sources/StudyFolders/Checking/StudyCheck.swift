package import PlainText
package import SpreadModel
package import StudyFiles
package import StudyRuns
import WorkStealing

/// What a study will take, before anything is run or written.
package struct StudyCheck: Sendable {
  /// A precision or power that is wanted, and how many runs it needs.
  package struct Advice: Sendable {
    package let pilot: Pilot
    package let goal: RunAdvice.PrecisionGoal
    package let advice: RunAdvice
  }

  /// What `Advice` is asked for.
  package struct Question: Sendable {
    package let response: Response
    package let goal: RunAdvice.PrecisionGoal
    /// Runs of each point to estimate the scatter from, in memory only; 2...10,000.
    package let pilot: Int

    package init(response: Response, goal: RunAdvice.PrecisionGoal, pilot: Int) {
      self.response = response
      self.goal = goal
      self.pilot = pilot
    }
  }

  package let study: Study
  package let threads: Int
  package let estimate: PlanEstimate
  package let advice: Advice?
  /// What there was no time for, besides the notes on the study.
  package let notes: [Note]

  /// Seconds on these threads.
  package var seconds: Double { estimate.cpuSeconds / Double(threads) }
  /// The same of the runs to begin with.
  package var firstSeconds: Double { estimate.firstSeconds / Double(threads) }

  /// - Throws: `WordedError` for a plan over the limits.
  package init(
    _ study: Study, threads: Int, limits: PlanLimits = .default, question: Question? = nil
  ) throws {
    if let objection = limits.objection(to: study, threads: threads) {
      throw Failure(.overLimits, "the plan is too large: \(objection)")
    }
    self.study = study
    self.threads = threads
    let begin = ContinuousClock.now
    let looked = try study.checkPoints {
      ContinuousClock.now - begin > .seconds(Self.secondsOfPoints)
    }
    estimate = try PlanEstimate(study, threads: threads)
    var shortcuts = estimate.shortcuts
    if let looked {
      shortcuts.insert(
        "\(readable(Double(looked))) of \(readable(study.pointCount)) points were checked; \"run\" checks the others",
        at: 0)
    }
    advice = try question.map { question in
      let pilot = Pilot(
        try Self.pilotPlan(study), response: question.response, replicates: question.pilot,
        pool: WorkPool(workers: threads), mostSeconds: Self.secondsOfPilot)
      if pilot.replicates < question.pilot {
        shortcuts.append(
          "the pilot has \(plural(pilot.replicates, "run")) of a point, not \(question.pilot)")
      }
      return Advice(
        pilot: pilot, goal: question.goal,
        advice: RunAdvice(pilot, goal: question.goal, study: study))
    }
    if let pairs = advice?.advice.pairs.count, pairs == RunAdvice.mostPairs {
      shortcuts.append("only the first \(readable(Double(pairs))) pairs of points were compared")
    }
    notes = shortcuts.map { Note(.estimateCutShort, $0) }
  }

  /// What a check may take: it is to answer within two seconds, whatever the study.
  private static let (secondsOfPoints, secondsOfPilot) = (0.4, 0.3)
  /// Points of a pilot at most; of more some, spread evenly.
  private static let mostPilotPoints = 5_000

  private static func pilotPlan(_ study: Study) throws -> RunPlan {
    guard !study.designDecidesRuns else { return try RunPlan(study) }
    let begin = ContinuousClock.now
    let points = try study.points(ofAbout: mostPilotPoints) {
      ContinuousClock.now - begin > .seconds(secondsOfPoints)
    }
    return RunPlan(
      study, points: points, replicates: points.map { _ in 0..<study.replicates.first })
  }
}
