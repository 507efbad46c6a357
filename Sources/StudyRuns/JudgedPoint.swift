import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// A point whose number of replicates is decided by its precision targets.
struct JudgedPoint {
  /// Replicates 0..<judged are what the last judgement saw.
  private(set) var judged = 0
  private(set) var isPrecise = false
  private var isExhausted = false
  /// Values so far by target, in replicate order; nil where the response has none.
  private var values: [[Double?]]

  init(targets: Int) { values = [[Double?]](repeating: [], count: targets) }

  var isDone: Bool { isPrecise || isExhausted }

  /// Replicates at the next judgement.
  func replicates(next rule: AdaptiveRule) -> Int {
    judged == 0 ? rule.firstJudgement : rule.judgement(after: judged)
  }

  /// Reads what the next judgement sees.
  mutating func read(
    _ point: Point, upTo wanted: Int, for rule: AdaptiveRule, from store: RunStore
  ) throws(RunStoreError) {
    let places = rule.until.map { Response.allCases.firstIndex(of: $0.response) ?? 0 }
    var fresh = values
    do {
      try store.forEachRun(
        point: point.identity, replicates: judged..<wanted, withCurves: false, withMaps: false
      ) { run in
        guard case .ok(_, let responses, _, _) = run.outcome else { return }
        for (target, place) in places.enumerated() { fresh[target].append(responses[place]) }
      }
    } catch let error as RunStoreError {
      throw error
    } catch {
      throw .internalError("\(error)")
    }
    values = fresh
    judged = wanted
  }

  mutating func judge(_ rule: AdaptiveRule, level: Double) {
    isPrecise = zip(rule.until, values).allSatisfy { target, values in
      target.isMet(by: values, level: level)
    }
    isExhausted = judged >= rule.max
  }
}

extension PrecisionTarget {
  /// Whether the interval of the response's mean is narrow enough.
  ///
  /// A response that some runs lack has no mean and is never precise. Equal values have an
  /// interval of width 0 that says nothing about values not yet seen: they count only once the
  /// share of other values is bounded by 1 - level (rule of three: -ln(1 - level) / n).
  func isMet(by values: [Double?], level: Double) -> Bool {
    let known = values.compactMap { $0 }
    guard known.count == values.count, known.count > 1 else { return false }
    let moments = Moments(of: known)
    guard let mean = moments.mean, let sd = moments.sd else { return false }
    let halfWidth: Double?
    if response.kind == .flag {
      let reached = known.count { $0 == 1 }
      halfWidth = Proportion(successes: reached, trials: known.count).wilson(level: level)?.halfWidth
    } else if sd == 0 {
      let unseen = Proportion.ruleOfThreeBound(trials: known.count, level: level)
      halfWidth = unseen <= 1 - level ? 0 : nil
    } else {
      halfWidth = moments.meanInterval(level: level)?.halfWidth
    }
    guard let halfWidth else { return false }
    switch width {
    case .absolute(let limit): return halfWidth <= limit
    case .relative(let share): return halfWidth <= share * abs(mean)
    }
  }
}
