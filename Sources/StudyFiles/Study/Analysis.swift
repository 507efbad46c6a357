package import SpreadModel
package import Statistics

/// How results are summarized; changing it changes no run.
package struct Analysis: Hashable, Sendable {
  /// Level of all intervals, above 0 and below 1.
  package var confidence = 0.95
  package var meanInterval = MeanInterval.t
  package var curveBands = CurveBands.pointwise
  package var fits: [FitRequest] = []
  package var comparisons: [ComparisonRequest] = []
  package var correction = Correction.holm
  package var family = CorrectionFamily.request
  package var sensitivity: SensitivityRequest?
  package var surfaces: [SurfaceRequest] = []
  package var doseResponses: [DoseResponseRequest] = []
  /// Responses of 0 or 1: the summary is repeated over the runs in which each is 1.
  package var given: [Response] = []

  package init() {}
}

/// How the intervals of means are made; raw values are those of the column `ci_method`.
package enum MeanInterval: String, CaseIterable, Sendable {
  case t
  case bootstrapBCa = "bootstrap_bca"
}

/// Whether bands of the mean curve hold for each step alone or for all steps together.
package enum CurveBands: String, CaseIterable, Sendable {
  case pointwise, simultaneous
}

/// A growth law to fit.
package struct FitRequest: Hashable, Sendable {
  package enum Target: String, CaseIterable, Sendable {
    case meanCurve = "mean_curve"
    case eachRun = "each_run"
  }
  package var model: GrowthModel
  package var to: Target

  package init(model: GrowthModel, to: Target) {
    self.model = model
    self.to = to
  }
}

/// Levels of a factor to compare, within every combination of the other factors or over all of them.
package struct ComparisonRequest: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case response(Response)
    /// The whole curve.
    case curve
    /// The vector (drift_x, drift_y) of each level against zero.
    case drift

    package var name: String {
      switch self {
      case .response(let response): response.rawValue
      case .curve: "curve"
      case .drift: "drift"
      }
    }
  }

  package var factor: ModelKey
  /// The level all others are compared with; all pairs if nil.
  package var reference: KeyValue?
  package var subject: Subject
  /// Differences below it count as equivalent, in the response's unit.
  package var margin: Double?
  /// Nil: the margin is one of both sides.
  package var better: Better?
  /// Nil: the one that fits the response and the pairing.
  package var test: ComparisonTest?
  package var estimate: ComparisonEffect
  /// Whether differences are averaged over the combinations of the other factors, and told where they
  /// are not the same in all of them; else each combination is compared by itself.
  package var isPooled: Bool

  package init(
    factor: ModelKey, reference: KeyValue? = nil, subject: Subject, margin: Double? = nil,
    better: Better? = nil,
    test: ComparisonTest? = nil, estimate: ComparisonEffect = .meanDifference,
    isPooled: Bool = false
  ) {
    self.factor = factor
    self.reference = reference
    self.subject = subject
    self.margin = margin
    self.better = better
    self.test = test
    self.estimate = estimate
    self.isPooled = isPooled
  }

  /// The response; nil where whole curves or drifts are compared.
  package var response: Response? {
    if case .response(let response) = subject { response } else { nil }
  }
}

/// Which factors a response depends on most.
package struct SensitivityRequest: Hashable, Sendable {
  package var responses: [Response]
  package var method: SensitivityMethod

  package init(responses: [Response], method: SensitivityMethod) {
    self.responses = responses
    self.method = method
  }
}

package enum SensitivityMethod: String, CaseIterable, Sendable {
  /// First-order, total and pair indices by the design `saltelli`.
  case sobol
  /// Variance shares of a factorial design.
  case anova
  /// Elementary effects by the design `morris`.
  case morris

  /// The design whose points it needs.
  var design: String {
    switch self {
    case .sobol: SaltelliSample.name
    case .anova: Factorial.name
    case .morris: MorrisPaths.name
    }
  }
}
