import PlainText
import SpreadModel
import Statistics
import StudyFiles
import StudyFolders
import StudyRuns

/// What `spreadlab check` says about the number of runs a wanted precision needs.
struct AdviceText {
  private let pilot: Pilot
  private let goal: RunAdvice.PrecisionGoal
  private let advice: RunAdvice
  private let study: Study

  init(_ advice: StudyCheck.Advice, of study: Study) {
    (pilot, goal, self.advice) = (advice.pilot, advice.goal, advice.advice)
    self.study = study
  }

  var text: String {
    let name = pilot.response.rawValue
    var lines = [
      "",
      "Pilot: \(plural(pilot.replicates, "run")) of each of \(plural(pilot.points.count, "point"))"
        + (pilot.points.count < study.pointCount.asCount ? " (a selection)" : "")
        + ", in memory only.",
    ]
    let missing = advice.points.filter { $0.mean == nil }
    if !missing.isEmpty {
      lines.append(
        "\(name) was not always reached at \(plural(missing.count, "point")), such as "
          + "\(label(missing[0].point)): a mean cannot be planned there. Ask for the share "
          + "\(pilot.response.event?.rawValue ?? "that got there"), or give more steps "
          + "(model.stop.max_steps).")
    }
    if let width = goal.halfWidth {
      lines += need(
        "\(name) within ±\(plain(width)) (\(percent(study.analysis.confidence)) intervals)",
        advice.points.compactMap { point in
          point.forHalfWidth.map { ($0, "\(label(point.point)), sd \(rounded(point.sd))") }
        })
    }
    if let difference = goal.difference {
      let wanted =
        "a difference of \(plain(difference)) in \(name), found with a probability of "
        + percent(goal.power) + corrected
      if !advice.pairs.isEmpty {
        lines += need(
          wanted + " (pairs of the study's comparisons, common random numbers)",
          advice.pairs.map { pair in
            (
              pair.forDifference,
              "\(label(pair.a)) against \(pair.b.level(of: pair.factor)), sd of the difference "
                + rounded(pair.sdOfDifference)
            )
          })
      } else {
        lines += need(
          wanted
            + (study.randomNumbers == .common
              ? " (between two points, as if their random numbers were independent)"
              : " (between two points with independent random numbers)"),
          advice.points.compactMap { point in
            point.forDifference.map { ($0, "\(label(point.point)), \(seen(at: point))") }
          })
      }
      if pilot.response.kind == .flag, abs(difference) > 1 {
        lines.append("Shares do not differ by more than 1.")
      }
      lines += withoutVariation
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a difference is planned from: a share, which is known where it does not vary too, or the sd.
  private func seen(at point: RunAdvice.PointAdvice) -> String {
    pilot.response.kind == .flag
      ? "share \(rounded(point.mean))" : "sd \(rounded(point.sd))"
  }

  /// The level of a test of a difference, where the study corrects several together.
  private var corrected: String {
    guard advice.tests > 1 else { return "" }
    let level = rounded(100 * (1 - study.analysis.confidence))
    return " at \(level) % over \(plural(advice.tests, "test"))"
  }

  /// Where no difference can be planned because the pilot's runs, or their differences, are equal.
  private var withoutVariation: [String] {
    guard pilot.response.kind != .flag else { return [] }
    let name = pilot.response.rawValue
    let points = advice.points.filter(\.isConstant)
    let pairs = advice.pairs.filter(\.isConstant)
    let found: String
    if let pair = pairs.first {
      found =
        "The difference in \(name) did not vary in the pilot at \(plural(pairs.count, "pair")), such "
        + "as \(label(pair.a)) against \(pair.b.level(of: pair.factor))"
    } else if let point = points.first, advice.pairs.isEmpty {
      found =
        "\(name) did not vary in the pilot at \(plural(points.count, "point")), such as "
        + label(point.point)
    } else {
      return []
    }
    return [
      found + ": the runs that a difference needs cannot be planned from it. Make a larger pilot "
        + "(--pilot)."
    ]
  }

  /// The most and the middle of what all cases need.
  private func need(_ wanted: String, _ cases: [(RunAdvice.Need, String)]) -> [String] {
    let known = cases.filter { $0.0.runs != nil }.sorted { ($0.0.runs ?? 0) < ($1.0.runs ?? 0) }
    if let most = cases.first(where: \.0.isTooMany) {
      return [
        "For \(wanted): more than \(readable(Double(SampleSize.largest))) runs at \(most.1)."
      ]
    }
    guard let most = known.last, let runs = most.0.runs else {
      return ["For \(wanted): not known from this pilot."]
    }
    let middle = known[known.count / 2].0.runs ?? runs
    let safe =
      known.contains { $0.0.safeRuns == nil } ? nil : known.compactMap(\.0.safeRuns).max()
    let all = known.count == cases.count ? "all" : "the \(readable(Double(known.count))) planned"
    let reason =
      pilot.response.kind == .flag
      ? "the share of a pilot is nearer to 0 or 1 than the true one"
      : "the sd of a pilot is too small"
    return [
      "For \(wanted):",
      "  \(plural(runs, "run")) at the point or pair that needs most (\(most.1)); the median over "
        + "\(all) is \(readable(Double(middle)))",
      "  "
        + (safe.map { "\(readable(Double($0))) to be safe (--set replicates=\($0))" }
          ?? "more than \(readable(Double(SampleSize.largest))) to be safe")
        + ": \(reason) in about half of all cases"
        + (study.hasCourse ? ", and outbreaks that die out at once may be too rare for it" : ""),
    ]
  }

  /// The values of the factors at a point.
  private func label(_ point: Point) -> String {
    guard !study.factors.isEmpty else { return "point \(point.number)" }
    return "point \(point.number): "
      + study.factors.map { $0.parameter.words(point.level(of: $0.parameter)) }
      .joined(separator: ", ")
  }

  var json: JSONText {
    func need(_ need: RunAdvice.Need?, _ name: String) -> [(String, JSONText)] {
      guard let need else { return [] }
      return [
        ("runs_for_\(name)", need.runs.map(JSONText.int) ?? .null),
        ("safe_runs_for_\(name)", need.safeRuns.map(JSONText.int) ?? .null),
      ]
    }
    func real(_ value: Double?) -> JSONText { value.map(JSONText.real) ?? .null }
    let points = advice.points.map { point in
      JSONText.object(
        [
          ("point", .int(point.point.number)), ("n", .int(pilot.replicates)),
          ("n_reached", .int(point.reached)), ("mean", real(point.mean)), ("sd", real(point.sd)),
        ] + need(point.forHalfWidth, "half_width") + need(point.forDifference, "difference"))
    }
    let pairs = advice.pairs.map { pair in
      JSONText.object(
        [
          ("factor", .string(pair.factor.name)), ("point_a", .int(pair.a.number)),
          ("point_b", .int(pair.b.number)), ("sd_of_difference", real(pair.sdOfDifference)),
        ] + need(pair.forDifference, "difference"))
    }
    return .object([
      ("response", .string(pilot.response.rawValue)), ("half_width", real(goal.halfWidth)),
      ("difference", real(goal.difference)), ("power", .real(goal.power)),
      ("tests", goal.difference == nil ? .null : .int(advice.tests)),
      ("confidence", .real(study.analysis.confidence)), ("points", .array(points)),
      ("pairs", .array(pairs)),
    ])
  }
}

extension Double {
  fileprivate var asCount: Int { self < 1e9 ? Int(self) : 1_000_000_000 }
}

private func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : "\(value)"
}

private func percent(_ share: Double) -> String { "\(plain((share * 1000).rounded() / 10)) %" }

/// Three significant digits are enough to judge a scatter.
private func rounded(_ value: Double?) -> String {
  guard let value else { return "unknown" }
  guard value > 0 else { return "0" }
  var scale = 1.0
  while value * scale < 100, scale < 1e300 { scale *= 10 }
  return plain((value * scale).rounded() / scale)
}
