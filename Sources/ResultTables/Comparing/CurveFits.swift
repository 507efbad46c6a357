import DurableFiles
import Statistics
import StudyFiles

/// Growth models fitted to one curve, each over its own steps.
struct CurveFits {
  struct Entry {
    let fit: GrowthFit
    let steps: Range<Int>
    /// p of the misfit against the scatter of the runs; nil for a single run.
    let misfit: Double?
    /// Whether the curve is as long as the latest of several runs that end at different steps.
    var hasLatestRun = false
  }

  /// In the order of the models.
  private let entries: [Entry]
  private let level: Double

  /// - Parameters:
  ///   - curve: infected people by step.
  ///   - people: size of the group.
  ///   - runs: the curves whose mean `curve` is, for its errors and misfit; nil for a single run.
  ///   - start: the user's starting values; nil: ours.
  init(
    _ models: [GrowthModel], to curve: [Double], people: Int, runs: CurveSample?, level: Double,
    start: [Double]? = nil, key: UInt64
  ) {
    self.level = level
    let sample = runs?.few ?? []
    entries = models.map { model in
      let steps = model.fittedSteps(curve, people: people)
      let times = steps.map(Double.init)
      let values = steps.map { curve[$0] }
      let fit = GrowthFit(model, t: times, y: values, start: start, level: level)
      guard let runs else { return Entry(fit: fit, steps: steps, misfit: nil) }
      let misfit = CurveLackOfFit(
        curves: runs.few(steps), times: times, fit: fit, whole: (values, runs.count), key: key)
      let known = fit.withErrors(
        ofRuns: sample, people: people, whole: (curve, runs.ends), level: level, key: key)
      return Entry(
        fit: known, steps: steps, misfit: misfit?.p,
        hasLatestRun: steps.upperBound == curve.count && runs.ends.count { $0 > 0 } > 1)
    }
  }

  /// The rows of `fits.csv`.
  ///
  /// - Parameter label: of the column `fitted_to`.
  func rows(label: String) -> [FitsRow] {
    entries.flatMap { entry in
      entry.fit.rows(level: level).map {
        FitsRow(
          fit: entry.fit, number: $0, label: label, misfit: entry.misfit, steps: entry.steps,
          hasLatestRun: entry.hasLatestRun)
      }
    }
  }
}
