import SpreadModel
import Statistics

/// What a valid study asks for and may not get as its author expects.
package struct StudyNote: Hashable, Sendable {
  package enum Subject: Sendable {
    /// Runs that share random numbers are compared as independent ones.
    case pairing
    /// Times that may not be reached are given to a test that cannot take them.
    case censoring
    /// A request that changes nothing, or whose answer will be empty.
    case withoutEffect
  }

  package let subject: Subject
  /// JSONPath (RFC 9535), such as `$.analysis.comparisons[0].test`.
  package let path: String
  /// What will happen, why, and what to do instead.
  package let message: String
}

extension Study {
  /// What is told of a study besides its costs: of its factors, its targets, its comparisons.
  package var notes: [StudyNote] {
    notesOnRanges + notesOnTargets + notesOnResponses
      + analysis.comparisons.enumerated().flatMap { index, request in
        notes(on: request, JSONPath.root.keys("analysis", "comparisons").index(index))
      }
      + analysis.surfaces.enumerated().compactMap { index, request in
        noteOnStop(
          request.response,
          JSONPath.root.keys("analysis", "surfaces").index(index).key("response"))
      }
  }

  private var notesOnRanges: [StudyNote] {
    factors.compactMap { factor in
      guard case .steps(let from, let to, let step) = factor.levels, factor.levelCount <= 1e6,
        let last = factor.allLevels().last, abs(last.number - to) > 1e-9 * abs(step)
      else { return nil }
      return StudyNote(
        subject: .withoutEffect,
        path: JSONPath.root.key("factors").key(factor.parameter.name).key("to").text,
        message: "steps of \(step) from \(from) end at \(last), so \(to) is not a level; give "
          + "another \"step\", or a \"count\" instead")
    }
  }

  /// Steps that no run makes.
  private var notesOnResponses: [StudyNote] {
    let most = constants(.maxSteps, as: Int.self)
    return ownResponses.compactMap { response in
      guard let (key, step) = response.measure.lastStep, step > most else { return nil }
      return StudyNote(
        subject: .withoutEffect, path: JSONPath.root.keys("responses", response.name).key(key).text,
        message:
          "runs end at step \(most) at the latest (model.stop.max_steps) and keep their last "
          + "values, so step \(step) has the same values")
    }
  }

  private var notesOnTargets: [StudyNote] {
    guard case .adaptive(let rule) = replicates else { return [] }
    return rule.until.enumerated().compactMap { index, target in
      noteOnStop(
        target.response,
        JSONPath.root.keys("replicates", "until").index(index).key("response"))
    }
  }

  private func notes(on request: ComparisonRequest, _ path: JSONPath) -> [StudyNote] {
    var notes: [StudyNote] = []
    if let note = noteOnPairs(request, path.key("factor")) { notes.append(note) }
    if let test = request.test, test.design == .allLevels, request.reference != nil {
      notes.append(
        StudyNote(
          subject: .withoutEffect, path: path.key("reference").text,
          message: "\(test.rawValue) compares all levels at once and has no use for a reference"))
    }
    guard let response = request.response else { return notes }
    if let note = noteOnStop(response, path.key("response")) { notes.append(note) }
    guard let test = request.test else { return notes }
    let place = path.key("test").text
    if let message = test.noteOnPairs(randomNumbers) {
      notes.append(StudyNote(subject: .pairing, path: place, message: message))
    }
    if let message = test.noteOnCensoring(response) {
      notes.append(StudyNote(subject: .censoring, path: place, message: message))
    }
    return notes
  }

  /// Points are made to see this; so many that it would take long are left out.
  private func noteOnPairs(_ request: ComparisonRequest, _ path: JSONPath) -> StudyNote? {
    // Of a drift, each level is compared with zero. Points that cannot be made are a mistake that
    // is told when they are.
    guard request.subject != .drift, pointCount <= 10_000, let points = try? points() else {
      return nil
    }
    let combinations = combinations(of: points, apartFrom: request.factor)
    if request.isPooled, !combinations.isEmpty {
      return noteOnPooling(PooledCombinations(combinations, of: points), request, path)
    }
    let pairs = combinations.flatMap { $0.pairs(reference: request.reference) }
    guard pairs.isEmpty else { return nil }
    return StudyNote(
      subject: .withoutEffect, path: path.text,
      message:
        "no two points differ in \(request.factor.name) alone, so nothing is compared and the "
        + "table has no rows; a factorial design has such points")
  }

  private func noteOnPooling(
    _ pooled: PooledCombinations?, _ request: ComparisonRequest, _ path: JSONPath
  ) -> StudyNote? {
    if let pooled, !pooled.pairs(reference: request.reference).isEmpty { return nil }
    return StudyNote(
      subject: .withoutEffect, path: path.text,
      message: pooled == nil
        ? "fewer than two combinations of the other factors have every level of "
          + "\(request.factor.name), so nothing is pooled and the table has no rows; leave out "
          + "\"pooled\""
        : "the reference is not the same level in all combinations of the other factors, so nothing is "
          + "pooled; leave out \"pooled\"")
  }

  /// A time that no run can reach, because runs are stopped before.
  private func noteOnStop(_ response: Response, _ path: JSONPath) -> StudyNote? {
    let share = constants(.stopShare, as: Double.self)
    guard let wanted = response.share, wanted > share else { return nil }
    return StudyNote(
      subject: .withoutEffect, path: path.text,
      message: "runs stop when a share of \(share) of the group is infected (model.stop.share), so "
        + "hardly any reaches "
        + (response.percent.map { "\($0) %" } ?? "a share of \(wanted)"))
  }
}

extension OwnResponse.Measure {
  /// The last step it looks at, and the key that gives it; nil where it looks at all.
  fileprivate var lastStep: (key: String, step: Int)? {
    switch self {
    case .stepToShare: nil
    case .infectedAt(let step): ("infected_at", step)
    case .newInfectionsBetween(let steps): ("new_infections_between", steps.upperBound)
    case .meanInfectedBetween(let steps): ("mean_infected_between", steps.upperBound)
    case .shareIn(_, let step): ("at_step", step)
    }
  }
}

extension KeyValue {
  /// Of a level of a range.
  fileprivate var number: Double {
    switch self {
    case .whole(let number): Double(number)
    case .real(let number): number
    case .name, .introductions, .people, .absent: .nan
    }
  }
}

extension ComparisonTest {
  fileprivate func noteOnPairs(_ numbers: RandomNumbers) -> String? {
    guard pairing == .never, numbers == .common else { return nil }
    let remedy =
      switch pairedForm {
      case ComparisonTest.pairedT.rawValue: "paired_t (the default) compares run by run"
      case let other?: "\(other) compares run by run"
      case nil: "it has no paired form"
      }
    return "\(rawValue) takes the runs of different levels as independent, though they share "
      + "their random numbers: where that makes runs alike, p is too large and differences are "
      + "missed; \(remedy)"
  }

  fileprivate func noteOnCensoring(_ response: Response) -> String? {
    guard censoring == .refused, response.kind == .time else { return nil }
    return "\(rawValue) cannot take runs that end before \(response.rawValue): a row with such "
      + "runs has no test; without \"test\", log_rank takes them"
  }
}
