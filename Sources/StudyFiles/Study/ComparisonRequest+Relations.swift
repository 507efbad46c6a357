import PlainText
import SpreadModel
import Statistics

/// What must hold for a comparison.
extension ComparisonRequest {
  static let relations: [Relation<Self>] =
    ofLevels + ofResponses + ofMargins + ofTests + ofPooling + [ofMaxT]

  private static let ofLevels: [Relation<Self>] = [
    Relation("factor") { request, read in read.objectionsToLevels(of: request.factor) },
    Relation("reference", "factor") { request, read in
      read.objections(to: request.reference, of: request.factor)
    },
  ]

  private static let ofResponses: [Relation<Self>] =
    [
      Relation("response", "factor") { request in
        request.isOfMainResponses ? nil : request.response?.objectionToLevels(of: request.factor)
      }
    ]
    + ["test", "estimate", "margin"].map { key in
      Relation("response", key) { request in
        guard request.isOfMainResponses, request.gives(key) else { return nil }
        return Objection(
          .missing, .missingBeside([key], .value, missing: ["response"]),
          "\"\(key)\" does not go with all main responses; give \"response\"")
      }
    } + [
      Relation("response") { request, read in
        if request.isOfCurves, read.study.record.responses == .final {
          return [read.needSteps(.value(["response"]), "whole curves are")]
        }
        guard request.isOfCurves, read.study.record.keepsNoCurves else { return [] }
        return [
          Objection(
            .badRelation, at: "response",
            say:
              "whole curves can only be compared where \"record\" keeps them; give \"curves\": \"all\" "
              + "or a number")
        ]
      },
      Relation("response", "margin") { request in
        guard request.isOfCurves, request.margin != nil else { return nil }
        return Objection(
          .badRelation, at: "margin",
          say: "whole curves are compared without a margin; leave out \"margin\"")
      },
      Relation("response", "estimate") { request in
        guard request.isOfCurves, request.gives("estimate") else { return nil }
        return Objection(
          .badRelation, at: "estimate",
          say: "of whole curves the difference of means is shown; leave out \"estimate\"")
      },
      Relation("response", "test") { request in
        guard request.isOfCurves, let test = request.test, !test.takesCurves else { return nil }
        let tests = ComparisonTest.allCases.filter(\.takesCurves).map(\.rawValue)
        return Objection(
          .badRelation, at: "test",
          say:
            "whole curves are compared by \(Shape.listed(tests)) only; give that test, or leave out \"test\""
        )
      },
      Relation("response", "estimate") { $0.dataObjection($0.estimate, at: "estimate") },
      Relation("response", "test") { request in
        request.test.flatMap { request.dataObjection($0, at: "test") }
      },
    ]

  private static let ofMargins: [Relation<Self>] = [
    Relation("better", "margin") { request in
      guard request.better != nil, request.margin == nil else { return nil }
      return Objection(
        .missing, .missingBeside(["better"], .value, missing: ["margin"]),
        "\"better\" says on which side a margin is; give \"margin\"")
    },
    Relation("test", "margin") { request in
      guard let test = request.test, test.claim != .difference, request.margin == nil else {
        return nil
      }
      return Objection(
        .missing, .missingBeside(["test"], .value, missing: ["margin"]),
        "\(test.rawValue) shows that a difference is smaller than a margin; give \"margin\"")
    },
    Relation("margin", "estimate", "response") { request, read in
      guard let margin = request.margin,
        let problem = request.estimate.problem(
          ofMargin: margin, most: request.response?.range(in: read.study))
      else { return nil }
      return Objection(.badRelation, at: "margin", say: problem)
    },
  ]

  private static let ofTests: [Relation<Self>] =
    [
      Relation("estimate") { request, read in
        guard request.estimate.needsPairs else { return [] }
        return read.objectionsToPairs(request.estimate.rawValue, at: "estimate")
      },
      Relation("test") { request, read in
        guard let test = request.test, test.pairing == .always else { return [] }
        return read.objectionsToPairs(test.rawValue, at: "test")
      },
      Relation("test", "better") { request in
        request.test?.problem(isOneSided: request.better != nil).map {
          Objection(.badRelation, at: "test", say: "\(request.test?.rawValue ?? "") \($0)")
        }
      },
    ]
    + ["reference", "margin", "estimate"].map { key in
      Relation("test", key) { request in
        guard let test = request.test, test.question == .all, request.gives(key) else { return nil }
        return Objection(
          .badRelation, at: key, say: "\(test.rawValue) \(ComparisonTest.allAtOnce) \"\(key)\"")
      }
    }

  private static let ofPooling: [Relation<Self>] = [
    Relation("pooled", "estimate") { request in
      request.isPooled ? poolObjection(request.estimate, of: ComparisonEffect.all, "estimate") : nil
    },
    Relation("pooled", "test") { request in
      request.isPooled
        ? request.test.flatMap { poolObjection($0, of: ComparisonTest.allCases, "test") } : nil
    },
    Relation("pooled", "response", "factor") { request, read in
      guard request.isPooled, let response = request.response, response.isOncePerFamily,
        !read.study.factors.contains(where: {
          ![request.factor, .infectionProbability].contains($0.parameter) && $0.levelCount > 1
        })
      else { return nil }
      return Objection(
        .badRelation, at: "pooled",
        say:
          "\(response.name) is the same at all levels of \(ModelKey.infectionProbability), so there is "
          + "nothing to average over; leave out \"pooled\"")
    },
    Relation("pooled", "response") { request in
      guard request.isPooled, request.isOfCurves else { return nil }
      return Objection(
        .badRelation, at: "response",
        say:
          "whole curves are not averaged over other factors; give a response, or leave out \"pooled\""
      )
    },
  ]

  /// What the correction of the analysis cannot correct.
  private static let ofMaxT = Relation<Self>(
    "factor", "reference", "response", "margin", "better", "test", "estimate", "pooled"
  ) { request, read in
    let others: String? =
      request.isOfMainResponses
      ? "all main responses (give \"response\")"
      : request.response.map { $0.kind == .flag ? "shares of 0 and 1" : nil } ?? "whole curves"
    let problem = read.study.analysis.correction.problem(
      request.test, request.estimate, isPooled: request.isPooled, others: others)
    return problem.map { Objection(.badRelation, .value([]), $0) }
  }

  private var isOfCurves: Bool { !isOfMainResponses && subject == .curve }

  /// Whether a member says something else than what counts without it.
  private func gives(_ key: String) -> Bool {
    switch key {
    case "test": test != nil
    case "margin": margin != nil
    case "estimate": estimate != .meanDifference
    default: reference != nil
    }
  }

  /// That a test or an effect does not go with the response.
  private func dataObjection(_ method: some ComparisonMethod, at key: String) -> Objection? {
    guard !isOfMainResponses else { return nil }
    let wanted: (kind: Response.Kind, words: String)? =
      switch method.data {
      case .numbers: nil
      case .times: (.time, "times; give a response such as \"step_to_50pct\"")
      case .flags: (.flag, "0 and 1; give a response such as \"reached_50pct\"")
      }
    guard let wanted, response?.kind != wanted.kind else { return nil }
    return Objection(
      .badRelation, at: key, say: "\(method.rawValue) compares \(wanted.words)")
  }

  /// That a test or an effect is not pooled.
  private static func poolObjection<Method: ComparisonMethod>(
    _ method: Method, of all: [Method], _ key: String
  ) -> Objection? {
    guard !method.isPooled else { return nil }
    let pooled = all.filter(\.isPooled).map(\.rawValue)
    return Objection(
      .badRelation, at: key,
      say:
        "\(method.rawValue) has no form that is pooled over other factors; give \(Shape.listed(pooled)), or "
        + "leave out \"pooled\"")
  }
}

/// What must hold for a factor whose levels are compared, and for the one that the others are compared with.
extension ReadStudy {
  func objectionsToLevels(of key: ModelKey) -> [Objection] {
    // A search has no comparisons at all.
    guard study.threshold == nil else { return [] }
    let (factor, objections) = factor(key, askedBy: "factor")
    guard factor?.levelCount == .infinity else { return objections }
    return [
      Objection(
        .badRelation, at: "factor",
        say: "\(key.name) has no levels in a sampled design; ask for \"sensitivity\" instead")
    ]
  }

  func objections(to reference: KeyValue?, of key: ModelKey) -> [Objection] {
    guard let factor = factor(key, askedBy: "factor").factor, factor.levelCount <= 1e6,
      let reference, !levels.contain(reference, of: factor)
    else { return [] }
    func offered() -> ArraySlice<KeyValue> { factor.allLevels().prefix(20) }
    return [
      Objection(
        .unknownValue, at: "reference",
        say:
          "\(reference.json.compactText) is not a level of \(key.name); give one of "
          + offered().map(\.json.compactText).joined(separator: ", "),
        suggestion: reference.number == nil
          ? NearestName.find(reference.description, in: offered().map(\.description)) : nil)
    ]
  }

  /// Where no two points differ in a factor and in nothing else.
  func objectionsToFactorsBeside(_ key: ModelKey) -> [Objection] {
    guard study.design.variesAllTogether,
      study.factors.contains(where: { $0.parameter != key && $0.levelCount > 1 })
    else { return [] }
    return [
      Objection(
        .badRelation, at: "factor",
        say:
          "no two points of the design \"\(study.design.name)\" differ in \(key.name) alone; "
          + "use the design \"factorial\", or remove the other factors")
    ]
  }

  fileprivate func objectionsToPairs(_ method: String, at key: String) -> [Objection] {
    guard study.randomNumbers == .independent else { return [] }
    return [
      Objection(
        .badRelation, at: key,
        say: "\(method) pairs replicates, which needs \"random_numbers\": \"common\"")
    ]
  }
}

extension Response {
  /// Where it is the same at all levels of a factor.
  func objectionToLevels(of factor: ModelKey) -> Objection? {
    guard isOncePerFamily, factor == .infectionProbability else { return nil }
    return Objection(
      .badRelation, at: "response",
      say:
        "\(name) is the same at all levels of \(factor); give another factor, or another response")
  }
}
