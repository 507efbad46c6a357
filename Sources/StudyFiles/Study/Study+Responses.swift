package import SpreadModel

/// The responses of a study's runs, and where their values come from.
///
/// A response of the study's own is read from stored curves where every run has one, and from other
/// responses or the point where it follows from these; then it is no part of the identity and may be
/// added when the runs are there. Any other is taken while a run is made and stored with it, like the
/// built-in ones, and belongs to the identity.
/// Source: docs/study-analysis.md.
extension Study {
  /// The built-in ones, then the study's own, as they stand in `runs.csv`.
  package var responses: ResponseList { list(ownResponses, metNeeds) }

  /// Those that are stored with each run: shapes also where no point is on a grid yet.
  package var storedResponses: ResponseList { list(storedOwnResponses, metNeeds.union([.grid])) }

  /// The study's own that are stored with each run.
  package var storedOwnResponses: [OwnResponse] {
    let targets = Set(targets.flatMap(\.chain).compactMap(\.own))
    return ownResponses.filter {
      !$0.measure.isDerived
        && ($0.measure.needsMap || !keepsAllCurves || targets.contains($0)
          // Latent people stand in no curves of runs in which nobody recovers.
          || $0.measure == .peakOf(.latent) && !hasCourse)
    }
  }

  /// The study's own that decide which runs there are, or what is stored of them.
  package var identityResponses: [OwnResponse] {
    let kept = Set(storedOwnResponses + targets.flatMap(\.chain).compactMap(\.own))
    return ownResponses.filter(kept.contains)
  }

  /// The responses by which rounds are judged.
  package var judgedResponses: [Response] { targets + (selection?.responses ?? []) }

  /// Whether making a run needs the step at which each person is infected, recorded or not.
  package var needsMaps: Bool { ownResponses.contains(where: \.measure.needsMap) }

  /// What responses may need and this study has.
  var metNeeds: Set<Response.Need> {
    Set(
      Response.Need.allCases.filter {
        switch $0 {
        case .nothing: true
        case .grid: hasGrid
        case .recovery: hasCourse
        case .latency: hasLatency
        case .interventions: hasInterventions
        }
      })
  }

  private func list(_ own: [OwnResponse], _ met: Set<Response.Need>) -> ResponseList {
    let all = ResponseList.builtIn(met).responses + own.flatMap(\.responses)
    return ResponseList(record.responses == .all ? all : all.filter(\.isFinalValue))
  }

  /// What its comparisons and its report are about where nothing is named.
  package var mainResponses: [Response] {
    let all = MainResponses.list(recovers: hasCourse).map(\.response)
    return record.responses == .all ? all : all.filter(\.isFinalValue)
  }

  /// Why a run has no values; nil where it has. A run without a last step that was cut off has no final ones.
  package func failure(of result: RunResult) -> String? {
    if let failure = result.failure { return failure }
    guard record.responses == .final, result.stopReason == .maxSteps else { return nil }
    return "it had not ended after \(Scenario.stepsWithoutEnd) steps"
  }

  /// What decides which runs there are is known of each run without its curve, and is part of the
  /// identity.
  private var targets: [Response] {
    let data = calibration?.data.compactMap(\.quantity.response) ?? []
    let precise =
      if case .adaptive(let rule) = replicates { rule.until.map(\.response) } else { [Response]() }
    return [threshold?.response].compactMap(\.self) + data + precise
  }

  private var keepsAllCurves: Bool {
    switch record.curves {
    case .all: true
    case .none: false
    case .first(let count): !designDecidesRuns && count >= replicates.most
    }
  }
}

extension Response {
  /// Why a study that does not meet its needs cannot have it.
  var absence: String {
    let place: String =
      switch needs {
      case .nothing: "in every study"
      case .grid: "on a grid, and no point of this study is on one"
      case .recovery: "where people recover, and in this study nobody does"
      case .latency: "where somebody can be latent, and in this study nobody can"
      case .interventions: "where some point has interventions, and in this study none has"
      }
    return "\(name) exists only \(place)"
  }

  /// What a study lacks that does not meet its needs; nil where a key alone does not do it.
  var remedy: String? {
    switch needs {
    case .nothing, .grid: nil
    case .recovery: "\(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability)"
    case .latency: "\(ModelKey.latentSteps)"
    case .interventions: "\(ModelKey.interventions)"
    }
  }
}
