import PlainText
import SpreadModel
import Tables

/// Which runs pictures and sentences are of: where the study gives a condition, or runs are of two kinds, large
/// outbreaks first and all runs beside them.
extension ReportedFolder {
  /// Whether the program chose the condition, because runs are of two kinds and the study gives none.
  var chooses: Bool {
    condition != nil && study?["analysis"]?["given"]?.elements?.isEmpty ?? true
  }

  /// The condition under which a picture shows a response; nil for all runs, as of whether a share was reached that
  /// every run with the condition has reached.
  func condition(for response: String) -> String? {
    guard let condition, !Self.follows(response, from: condition),
      !criticalProbabilities.contains(response)
    else { return nil }
    // In outbreaks that became large it is larger than in all. Searches and selections are over all runs.
    let ofAll = ["reproduction_number", study?["design"]?["response"]?.text]
    return chooses && ofAll.contains(response) ? nil : condition
  }

  /// The condition of the curves that are drawn; nil for all, also in folders of an earlier program.
  var conditionOfCurves: String? { tables["curve_summary_given"] == nil ? nil : condition }

  /// Whether every run with the condition has the response of 0 or 1.
  static func follows(_ response: String, from condition: String) -> Bool {
    if response == condition { return true }
    guard let asked = Response(rawValue: response), asked.kind == .flag, let share = asked.percent,
      let reached = Response(rawValue: condition)?.percent
    else { return false }
    return share <= reached
  }

  /// Such as " in outbreaks that reach half of the group"; " over all runs" where some sentences are of others.
  func scope(_ condition: String?) -> String {
    condition.map { " in \(runs(with: $0))" } ?? (self.condition == nil ? "" : " over all runs")
  }

  /// " over all runs" where the pictures of a response are of others.
  func scopeOfAll(_ response: String) -> String {
    condition(for: response) == nil ? "" : scope(nil)
  }

  /// Such as "outbreaks that reach half of the group", or "runs with NAME" of a response of the study's own.
  func runs(with condition: String) -> String {
    let words = words(of: condition)
    return words.hasPrefix("share of ") ? String(words.dropFirst(9)) : "runs with \(condition)"
  }

  /// Why a point has no value under the condition: "no run reaches half of the group".
  func absence(of condition: String) -> String {
    let runs = runs(with: condition)
    guard let verb = runs.firstRange(of: " that ") else {
      guard let with = runs.firstRange(of: " with ") else { return "no run has \(condition)" }
      return "no run has \(runs[with.upperBound...])"
    }
    let words = runs[verb.upperBound...].split(separator: " ", maxSplits: 1)
    let third = words[0] == "reach" ? "reaches" : "\(words[0])s"
    return (["no run", third] + words.dropFirst().map(String.init)).joined(separator: " ")
  }

  /// That no run reaches what the response is the time of, such as "None of the 600 runs reaches half of the group.";
  /// nil of other responses, and where one does.
  func neverReached(_ time: String) -> String? {
    let count = values(of: time).count()
    let isTime = isTime(time) || Response(rawValue: time)?.kind == .time
    guard isTime, count.runs > 0, count.reached == 0 else { return nil }
    return "None of the \(grouped(count.runs)) runs"
      + absence(of: flag(of: time)).dropFirst("no run".count) + "."
  }

  /// Whether what a response is the time of was reached.
  private func flag(of time: String) -> String {
    if Response(rawValue: time) == nil { return "reached_\(time)" }
    return time == "step_to_extinct" ? "extinct" : time.replacing("step_to_", with: "reached_")
  }

  /// The points without a value of a response, and why: no run meets the condition, or so few reach what the response
  /// is the time of that there is no median.
  func absent(of response: String, given condition: String?) -> (points: Set<Int>, why: String) {
    let withoutRuns = absent(under: condition)
    let (flag, values) = (flag(of: response), values(of: response, given: condition))
    let censored = Set(
      values.points.filter { point in
        values[point]?.runs ?? 0 > 0 && values.measured(at: point, unit: "") == nil
      })
    guard isTime(response), isKnown(flag), !censored.isEmpty else {
      return (withoutRuns, condition.map(absence) ?? "")
    }
    if condition == nil, values.count(at: censored.contains).reached == 0 {
      return (censored, absence(of: flag))
    }
    let event = runs(with: flag).replacing(" that ", with: " ").replacing(" with ", with: " have ")
    let runs = condition.map(runs(with:)) ?? String(event.prefix { $0 != " " })
    let none = condition.map { withoutRuns.isEmpty ? "" : "\(absence(of: $0)), or " } ?? ""
    return (
      censored.union(withoutRuns),
      "\(none)at most half of the \(runs)\(event.drop { $0 != " " })"
    )
  }

  /// The points of which no run meets the condition; none without one.
  func absent(under condition: String?) -> Set<Int> {
    condition == nil ? [] : absent
  }

  /// The points that a picture of the runs with the condition can show.
  func points(given condition: String?) -> PointList {
    condition == nil ? points : pointsOfCondition
  }

  /// A note on a picture: what it does not show of the runs with the condition, and why.
  ///
  /// - Parameter response: that is drawn; nil of pictures to which each run adds.
  func leftOut(
    _ drawn: [PointFacts], all table: String, of response: String? = nil, given condition: String?
  ) -> String {
    let absent =
      response.map { self.absent(of: $0, given: condition) }
      ?? (absent(under: condition), condition.map(absence) ?? "")
    return points.leftOut(drawn, all: table, absent: absent.0, absence: absent.1)
  }

  /// A note on a picture: which runs it is of; empty where nothing else can be meant.
  func note(on condition: String?) -> String {
    condition.map { "Over the \(runs(with: $0)) alone (\($0))." }
      ?? (self.condition == nil ? "" : "Over all runs.")
  }

  /// The table from which a response is drawn.
  func summaryTable(_ condition: String?) -> String {
    condition == nil ? "summary.csv" : "summary_given.csv"
  }
}
