package import SpreadModel

extension Study {
  /// Whether people recover at some point: then every run says more of its people, by step and in
  /// its responses.
  package var hasCourse: Bool {
    hasValue(of: .recoveryProbability) { Double($0).map { $0 > 0 } ?? false }
      || hasValue(of: .infectiousSteps) { Length($0) != .forever }
      || interventions.contains { named in
        startsCourse(named) && hasValue(of: .interventions) { $0 == .name(named.name) }
      }
  }

  /// Whether somebody may be infected twice at some point.
  package var letsPeopleReturn: Bool {
    hasCourse && values(of: .immuneSteps).contains { Length($0) != .forever }
  }

  /// Whether somebody can be latent at some point.
  package var hasLatency: Bool {
    hasValue(of: .latentSteps) { Length($0) != .steps(0) }
  }

  /// What `curves.csv` has of its runs.
  package var curveSeries: [CurveSeries] {
    (hasCourse ? CurveSeries.allCases : [.infected]) + CurveSeries.observed(observed)
  }

  /// Whether some point has interventions: then every run says when they were in force.
  package var hasInterventions: Bool {
    hasValue(of: .interventions) { $0 != .name(ModelKey.noInterventions) }
  }

  /// Whether some point is on a grid: only then tables have its columns and edges, and the shapes of
  /// runs.
  package var hasGrid: Bool {
    let grids = contacts.filter { $0.value == .model(.grid) }.map(\.name) + [ModelKey.grid]
    return usedContacts.contains { grids.contains($0) }
  }

  /// Whether a list of interventions may begin a course at some point that uses it.
  private func startsCourse(_ named: Named<[Intervention]>) -> Bool {
    let mayRecover = numberKeys.contains { key in
      key.number?.section == ModelKey.interventions.name && key.number?.name == named.name
        && key.number?.path.dropFirst().starts(
          with: ["set", Intervention.Target.recoveryProbability.rawValue]) == true
        && hasValue(of: key) { Double($0).map { $0 > 0 } ?? false }
    }
    return mayRecover || named.value.contains(where: \.startsCourse)
  }

  /// Whether a key has such a value at some point.
  private func hasValue(of key: ModelKey, where condition: (KeyValue) -> Bool) -> Bool {
    values(of: key).contains(where: condition)
  }
}
