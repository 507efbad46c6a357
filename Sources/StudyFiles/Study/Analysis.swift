import PlainText
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
  package var doseResponses: [DoseResponseRequest] = []
  /// Responses of 0 or 1: the summaries are repeated over the runs in which each is 1.
  package var given: [Response] = []
  package var averted: [AvertedRequest] = []

  package init() {}
}

extension Analysis: FileObject {
  static let blank = Analysis()
  static let fileMembers: [Member<Self>] = [
    Member("confidence", \.confidence, .share, "Level of all intervals."),
    Member(
      "mean_interval", \.meanInterval, .choice,
      """
      Intervals of means: Student's t, or the bias-corrected bootstrap for skewed responses of few \
      runs (at most 10,000 per point; beyond, t).
      """),
    Member(
      "curve_bands", \.curveBands, .choice,
      """
      Bands of the mean curve: for each step by itself (pointwise), or in addition one that holds for \
      all steps together (simultaneous).
      """),
    Member(
      "fits", \.fits, .list(of: FitRequest.codec) { fit, _ in [fit] }, "Growth models to fit."),
    Member(
      "comparisons", \.comparisons, ComparisonRequest.lists,
      "Levels of a factor to compare, within every combination of the other factors."),
    Member(
      "correction", \.correction, .choice,
      "How p-values are adjusted for the number of tests in their family."),
    Member(
      "family", \.family, .choice,
      """
      Which tests are adjusted together: those of one entry of comparisons, or of all; tests of a \
      difference and of equivalence apart.
      """),
    Member(
      "sensitivity", optional: \.sensitivity, SensitivityRequest.asked,
      "Which factor a response depends on most; a method alone is asked of the main responses."),
    Member(
      "dose_responses", \.doseResponses,
      .list(of: DoseResponseRequest.codec) { request, _ in [request.ofRows] }, written: .ifGiven,
      "Curves of a share over a numeric factor, within every combination of the other factors."),
    Member(
      "given", \.given,
      .list(
        of: .response(
          where: { $0.kind == .flag },
          others: "is not 0 or 1; give a response such as \"reached_10pct\"")
      ) { response, _ in [response] }, written: .ifGiven,
      """
      Responses of 0 or 1, such as reached_10pct: summaries of responses and curves are repeated over the runs \
      in which each is 1; pictures are of those of the first.
      """),
    Member(
      "averted", \.averted, .list(of: AvertedRequest.codec) { request, _ in [request] },
      written: .ifGiven,
      """
      Infections that the levels of a factor avert beside a reference, by pairs of replicates; by person \
      where record.maps keeps them.
      """),
  ]

  static let relations: [Relation<Self>] = [
    Relation("fits") { analysis, read in
      guard !analysis.fits.isEmpty, read.study.record.keepsNoCurves else { return nil }
      return Objection(
        .badRelation, at: "fits", "0",
        say: "fits need curves, but \"record\" keeps none; give \"curves\": \"all\" or a number")
    },
    Relation("comparisons") { _, read in
      guard read.study.threshold != nil, !read.study.analysis.comparisons.isEmpty else {
        return nil
      }
      return Objection(
        .badRelation, at: "comparisons", "0",
        say:
          "each search chooses its own levels, so hardly any two points can be compared; ask for "
          + "comparisons in a study with another design, such as \"factorial\"")
    },
    Relation("given") { analysis, _ in
      analysis.given.indices.filter { analysis.given[$0].isOncePerFamily }.map { place in
        Objection(
          .badRelation, at: "given", "\(place)",
          say:
            "\(analysis.given[place].name) is the same at all levels of \(ModelKey.infectionProbability), and a "
            + "condition is of the runs of one; give a response such as \"reached_10pct\"")
      }
    },
    Relation("sensitivity") { analysis, read in
      guard let request = analysis.sensitivity,
        read.study.factors.contains(where: { $0.parameter == .infectionProbability })
      else { return [] }
      return request.responses.indices.filter { request.responses[$0].isOncePerFamily }.map {
        place in
        Objection(
          .badRelation, at: "sensitivity", "responses", "\(place)",
          say:
            "\(request.responses[place].name) is the same at all levels of \(ModelKey.infectionProbability); "
            + "give another response, or leave that factor out")
      }
    },
    Relation("averted") { analysis, read in
      guard !analysis.averted.isEmpty else { return nil }
      let problem: String? =
        if read.study.randomNumbers == .independent {
          "infections averted are counted by pairs of replicates, which needs \"random_numbers\": \"common\""
        } else if read.study.threshold != nil {
          "no two runs of a search share their random numbers, so they are no pairs; use the design \"factorial\""
        } else { nil }
      return problem.map { Objection(.badRelation, at: "averted", "0", say: $0) }
    },
    Relation("correction", "family") { analysis in
      guard analysis.correction == .maxT, analysis.family == .study else { return nil }
      return Objection(
        .badRelation, at: "correction",
        say: "max_t corrects the rows of a request; leave out \"family\", or give \"holm\"")
    },
    Relation("correction") { analysis, read in
      let (most, fewest) = (read.study.replicates.most, MaxTDistribution.fewestValues)
      guard analysis.correction == .maxT, most < fewest, !read.study.designDecidesRuns else {
        return nil
      }
      return Objection(
        .badRelation, at: "correction",
        say:
          "max_t needs \(fewest) replicates, and there are \(most); make more, or give \"holm\"")
    },
  ]
}

extension Record {
  /// Whether no curve is kept, though there could be some.
  var keepsNoCurves: Bool { responses == .all && (curves == .none || curves == .first(0)) }
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

/// A growth model to fit.
package struct FitRequest: Hashable, Sendable {
  package enum Target: String, CaseIterable, Sendable {
    case meanCurve = "mean_curve"
    case eachRun = "each_run"
  }
  package var model: GrowthModel
  package var to: Target

  package init(model: GrowthModel, to: Target = .meanCurve) {
    self.model = model
    self.to = to
  }
}

extension FitRequest: FileObject {
  static let blank = FitRequest(model: .logistic)
  static let fileMembers: [Member<Self>] = [
    Member("model", required: \.model, .choice, "The growth model."),
    Member("to", \.to, .choice, "Fit the mean curve of each point, or each run."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("model") { _, read in
      read.study.record.responses == .final ? [read.needSteps(.value([]), "fits are")] : []
    }
  ]
}

/// Which factors a response depends on most.
package struct SensitivityRequest: Hashable, Sendable {
  package var responses: [Response]
  /// Nil only until the design is known, where the file names none.
  package var method: SensitivityMethod?

  package init(responses: [Response], method: SensitivityMethod?) {
    self.responses = responses
    self.method = method
  }
}

extension SensitivityRequest: FileObject {
  static let blank = SensitivityRequest(responses: [], method: nil)
  static let fileMembers: [Member<Self>] = [
    Member(
      "responses", required: \.responses,
      .list(of: .response(), atLeast: 1) { response, _ in [response] },
      "The responses to explain."),
    Member(
      "method", optional: \.method, .choice,
      """
      Sobol indices (design saltelli), variance shares (anova, design factorial), elementary effects \
      (design morris) or partial rank correlations (prcc, designs latin_hypercube, sobol and halton); if \
      missing, the one that fits the design.
      """),
  ]

  /// The method and the design go together.
  static let relationToDesign = Relation<StudyFile>.ofFile { file, read in
    guard let request = file.analysis.sensitivity, let design = read.design,
      read.study.calibration == nil
    else { return nil }
    guard let fitting = design.sensitivity, (request.method ?? fitting) == fitting else {
      let advice =
        if let fitting = design.sensitivity, let method = request.method {
          "\(method.rawValue) needs the design \(method.designs); for "
            + "\"\(design.name)\" give \"\(fitting.rawValue)\", or leave out \"method\""
        } else {
          "sensitivity needs a design: "
            + SensitivityMethod.allCases.map { "\($0.designs) for \($0.rawValue)" }
            .joined(separator: ", ")
        }
      return Objection(.badRelation, at: "analysis", "sensitivity", "method", say: advice)
    }
    let factors = read.study.factors.count
    guard fitting == .prcc, read.study.pointCount < Double(factors + 2) else { return nil }
    return Objection(
      .badRelation, at: "design", "points",
      say: "partial rank correlations of \(factors) factors need \(factors + 2) points or more; "
        + "some 10 per factor give useful intervals")
  }
}

extension SensitivityRequest {
  /// The request, or the name of its method alone.
  fileprivate static let asked = Codec.either(
    codec,
    Codec(
      plain: { _ in .choice(SensitivityMethod.allCases.map(\.rawValue)) },
      read: { value, keys in
        value.string.flatMap(SensitivityMethod.init).map {
          SensitivityRequest(responses: keys.mainResponses, method: $0)
        }
      },
      write: { $0.method.map { .string($0.rawValue) } ?? .null }))
}

package enum SensitivityMethod: String, CaseIterable, Sendable {
  /// First-order, total and pair indices by the design `saltelli`.
  case sobol
  /// Variance shares of a factorial design.
  case anova
  /// Elementary effects by the design `morris`.
  case morris
  /// Partial rank correlations of a sampled design.
  case prcc

  /// The designs whose points it needs, as an author writes them.
  var designs: String {
    DesignKinds.all.filter { $0.sensitivity == self }.map { "\"\($0.name)\"" }
      .joined(separator: " or ")
  }
}
