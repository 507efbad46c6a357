import PlainText
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

  /// Seconds on these threads.
  package var seconds: Double { estimate.cpuSeconds / Double(threads) }

  /// - Throws: `WordedError` for a plan over the limits.
  package init(
    _ study: Study, threads: Int, limits: PlanLimits = .default, question: Question? = nil
  ) throws {
    if let objection = limits.objection(to: study, threads: threads) {
      throw Failure(.overLimits, "the plan is too large: \(objection)")
    }
    self.study = study
    self.threads = threads
    try study.checkPoints()
    estimate = try PlanEstimate(study, threads: threads)
    // All points are made for a pilot alone.
    let plan = question == nil ? nil : try RunPlan(study)
    advice = question.flatMap { question in
      guard let plan else { return nil }
      let pilot = Pilot(
        plan, response: question.response, replicates: question.pilot,
        pool: WorkPool(workers: threads), mostSeconds: 20)
      return Advice(
        pilot: pilot, goal: question.goal,
        advice: RunAdvice(pilot, goal: question.goal, study: study))
    }
  }
}
