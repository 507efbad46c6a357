import PlainText
import SpreadModel
import Statistics

/// What is asked of the runs and may not be answered as the author expects.
extension NotedStudy {
  var notesOnTargets: [Note] {
    guard case .adaptive(let rule) = study.replicates else { return [] }
    return rule.until.enumerated().compactMap { index, target in
      noteOnStop(
        target.response,
        JSONPath.root.keys("replicates", "until").index(index).key("response"))
    }
  }

  var notesOnComparisons: [Note] {
    // Many requests may be about one factor.
    let factors = Set(study.analysis.comparisons.map(\.factor))
    let compared = Dictionary(
      uniqueKeysWithValues: factors.map { ($0, ComparedPoints(points, apartFrom: $0, in: study)) })
    return study.analysis.comparisonEntries.enumerated().flatMap { index, requests in
      notes(
        on: requests, compared[requests[0].factor],
        JSONPath.root.keys("analysis", "comparisons").index(index))
    }
  }

  /// Bands of curves, where the study asks for them, need several.
  var notesOnBands: [Note] {
    let analysis = JSONPath.root.key("analysis")
    var notes: [Note] = []
    func note(_ path: JSONPath, _ count: Int, _ subject: String, _ empty: String) {
      guard count < CurveBand.fewestCurves else { return }
      notes.append(
        Note(
          .fewCurves, path,
          "a simultaneous band needs \(CurveBand.fewestCurves) curves \(subject), and there \(count == 1 ? "is" : "are") "
            + "\(count): \(empty) will be empty; make more replicates"))
    }
    let recorded = study.recordedCurves
    if study.analysis.curveBands == .simultaneous, recorded > 0 {
      note(
        analysis.key("curve_bands"), recorded, "of a point",
        "simultaneous_low and simultaneous_high")
    }
    for (index, request) in study.analysis.comparisonEntries.enumerated()
    where request.first?.response == nil {
      note(
        analysis.key("comparisons").index(index).key("response"), recorded, "of each level",
        "the interval of the comparison")
    }
    return notes
  }

  /// - Parameter requests: of one entry.
  private func notes(
    on requests: [ComparisonRequest], _ compared: ComparedPoints?, _ path: JSONPath
  ) -> [Note] {
    var notes: [Note] = []
    if let note = compared.flatMap({ noteOnPairs(requests[0], $0, path.key("factor")) }) {
      notes.append(note)
    }
    notes += requests.compactMap(\.response).compactMap { noteOnStop($0, path.key("response")) }
    guard let response = requests[0].response else { return notes }
    if let message = requests[0].test?.noteOnPairs(response, study.randomNumbers) {
      notes.append(Note(.sharedRandomNumbers, path.key("test"), message))
    }
    if response.kind == .time,
      let (key, message) = noteOnCensoring(requests[0], response)
    {
      notes.append(Note(.censoredTimes, path.key(key), message))
    }
    return notes
  }

  private func noteOnPairs(
    _ request: ComparisonRequest, _ compared: ComparedPoints, _ path: JSONPath
  ) -> Note? {
    guard !points.isEmpty else { return nil }
    if request.isPooled, !compared.strata.isEmpty {
      return noteOnPooling(compared.pooled, request, path)
    }
    guard !compared.strata.contains(where: { $0.pairCount(reference: request.reference) > 0 })
    else { return nil }
    return Note(
      .nothingCompared, path,
      "no two points differ in \(request.factor.name) alone, so nothing is compared and the "
        + "table has no rows; a factorial design has such points")
  }

  private func noteOnPooling(
    _ pooled: PooledStrata?, _ request: ComparisonRequest, _ path: JSONPath
  ) -> Note? {
    if let pooled, pooled.pairCount(reference: request.reference) > 0 { return nil }
    return Note(
      .nothingCompared, path,
      pooled == nil
        ? "fewer than two combinations of the other factors have every level of "
          + "\(request.factor.name), so nothing is pooled and the table has no rows; leave out "
          + "\"pooled\""
        : "the reference is not the same level in all combinations of the other factors, so nothing is "
          + "pooled; leave out \"pooled\"")
  }

  /// What of a request cannot take times that were not reached, and its key.
  private func noteOnCensoring(
    _ request: ComparisonRequest, _ response: Response
  ) -> (key: String, message: String)? {
    let runs = "runs that end before \(response.rawValue)"
    let effect = request.estimate
    if let test = request.test, test.data != .times, test.claim == .difference {
      let usual = ComparisonTest.usual(
        isPaired: study.randomNumbers == .common, isCensored: true, isOfShares: false)
      return (
        "test",
        "\(test.rawValue) cannot take \(runs): a row with such runs has no test; without \"test\", "
          + "\(usual.rawValue) takes them"
      )
    }
    let isAsked = request.margin != nil || effect != .meanDifference
    guard isAsked, effect.data != .times, effect.question == .pairs else { return nil }
    return (
      "estimate",
      "\(effect.rawValue) cannot take \(runs): a row with such runs has no size and no margin; "
        + "\"estimate\": \"\(ComparisonEffect.restrictedMeanDifference.rawValue)\" takes them"
    )
  }

  /// A time that no run can reach, because runs are stopped before.
  private func noteOnStop(_ response: Response, _ path: JSONPath) -> Note? {
    let share = study.constants(.stopShare, as: Double.self)
    guard let wanted = response.share, wanted > share else { return nil }
    return Note(
      .shareBeyondStop, path,
      "runs stop when a share of \(share) of the group is infected (model.stop.share), so "
        + "hardly any reaches "
        + (response.percent.map { "\($0) %" } ?? "a share of \(wanted)"))
  }
}

/// The points that requests about one factor compare.
private struct ComparedPoints {
  let strata: [Stratum]
  let pooled: PooledStrata?

  init(_ points: [Point], apartFrom factor: ModelKey, in study: Study) {
    strata = study.strata(of: points, apartFrom: factor)
    pooled = PooledStrata(strata, of: points)
  }
}

extension ComparisonTest {
  fileprivate func noteOnPairs(_ response: Response, _ numbers: RandomNumbers) -> String? {
    guard pairing == .never, numbers == .common else { return nil }
    let usual = Self.usual(
      isPaired: true, isCensored: false, isOfShares: response.kind == .flag
    ).rawValue
    let remedy =
      pairedForm.map { "\($0)\($0 == usual ? " (the default)" : "") compares run by run" }
      ?? "it has no paired form"
    return "\(rawValue) takes the runs of different levels as independent, though they share "
      + "their random numbers: where that makes runs alike, p is too large and differences are "
      + "missed; \(remedy)"
  }

}
