import PlainText
import SpreadModel
import Statistics
package import Tables

/// The rows that one request made, in few words: which level is lower, where, and by how much.
struct ComparisonAnswer {
  /// Rows of one pair of levels, in every combination of the other factors.
  private struct Pair {
    let rows: [ComparisonFacts]
    /// Combinations of the other factors in which they are compared, by any test.
    let total: Int
    var first: ComparisonFacts { rows[0] }
    /// How far the first level is from the second, on average.
    var mean: Double { rows.reduce(0) { $0 + $1.distance } / Double(rows.count) }
  }

  /// What the rows of a request have in common.
  static let shared = ["factor", "response", "effect", "test", "margin"]
  /// Levels of the other factor that a sentence names.
  private static let mostNames = 4
  private let pairs: [Pair]
  private let others: [ComparisonFacts]
  let level: String

  /// The answers of a table, request by request: first the pairs of levels, then all levels at once.
  static func all(_ rows: [ComparisonFacts], level: String) -> [String] {
    requests(rows, level: level).flatMap { answer in
      answer.pairs.map { answer.words($0) } + answer.others.map { $0.sentence(level: level) }
    }
  }

  /// The answers without tests and their P: what is decided, first which level is lowest, then what is open.
  ///
  /// - Parameter scope: which runs a response is of, such as " over all runs"; empty where nothing else can be meant.
  static func plain(
    _ rows: [ComparisonFacts], level: String, scope: (String) -> String
  ) -> [(request: [String], words: String)] {
    let all = requests(rows, level: level).flatMap { answer in
      answer.pairs.map { pair in
        let words =
          pair.rows.count == 1
          ? pair.first.plain(level: level) : answer.sentence(pair)
        let scope = scope(pair.first["response"])
        return (
          isDecided: pair.rows.contains(where: \.isDecided), request: pair.first.request,
          words: scope.isEmpty ? words : "\(words.dropLast()),\(scope)."
        )
      }
    }
    return (all.filter(\.isDecided) + all.filter { !$0.isDecided }).map { ($0.request, $0.words) }
  }

  private static func requests(_ rows: [ComparisonFacts], level: String) -> [ComparisonAnswer] {
    rows.grouped { [$0["factor"], $0["response"], $0.isPooled ? "pooled" : ""] }.flatMap {
      _, rows in
      let places = Dictionary(grouping: rows, by: pair).mapValues { Set($0.map(\.place)).count }
      let tests = rows.filter { !$0.isOfSeveral }.grouped { $0.row.texts(shared) }.map(\.members)
      // A test that takes the place of another one, as for times that were not reached, has no effect.
      return (tests.filter { $0[0].effect != nil } + tests.filter { $0[0].effect == nil })
        .map { ComparisonAnswer($0, [], places, level: level) }
        + [ComparisonAnswer([], rows.filter(\.isOfSeveral), [:], level: level)]
    }
  }

  private static func pair(_ row: ComparisonFacts) -> [String] { [row["level_a"], row["level_b"]] }

  /// - Parameter places: in how many combinations of the other factors a pair is compared.
  private init(
    _ rows: [ComparisonFacts], _ others: [ComparisonFacts], _ places: [[String]: Int],
    level: String
  ) {
    (self.others, self.level) = (others, level)
    let all = rows.grouped(by: Self.pair).map { pair, rows in
      Pair(rows: rows, total: max(places[pair] ?? 0, rows.count))
    }
    let levels = Set(all.flatMap { [$0.first["level_a"], $0.first["level_b"]] })
    let hasReference = Set(all.map { $0.first["level_b"] }).count == 1
    guard levels.count > 2, !hasReference else {
      // The lowest first.
      pairs = all.enumerated().sorted { ($0.1.mean, $0.0) < ($1.1.mean, $1.0) }.map(\.element)
      return
    }
    // How far each level lies below the others.
    var depths: [String: Double] = [:]
    for pair in all {
      depths[pair.first["level_a"], default: 0] -= pair.mean
      depths[pair.first["level_b"], default: 0] += pair.mean
    }
    let lowest = levels.sorted().max { (depths[$0] ?? 0) < (depths[$1] ?? 0) }
    func isOfLowest(_ pair: Pair) -> Bool {
      pair.first["level_a"] == lowest || pair.first["level_b"] == lowest
    }
    // Its differences to the next ones, then all others.
    let next = all.filter(isOfLowest).enumerated().sorted {
      (abs($0.1.mean), $0.0) < (abs($1.1.mean), $1.0)
    }
    pairs = next.map(\.element) + all.filter { !isOfLowest($0) }
  }

  private func words(_ pair: Pair) -> String {
    pair.rows.count == 1 ? pair.first.sentence(level: level) : sentence(pair)
  }

  /// Such as "virus_app reaches half of the group sooner than exact in all 10 combinations of the other
  /// factors, by 0.8 to 9.8 steps."
  private func sentence(_ pair: Pair) -> String {
    let words = words(of: pair.rows, total: pair.total)
    // Names of responses stay as they are.
    return words.hasPrefix(pair.first["response"])
      ? words : words.withCapital(unlessAt: pair.first.levelA)
  }

  private func words(of rows: [ComparisonFacts], total: Int) -> String {
    let different = rows.filter { $0["verdict"] == "different" }
    let lower = different.filter { $0.distance < 0 }
    let higher = different.filter { $0.distance > 0 }
    let isDirected =
      !rows[0].isOfCurves && rows[0].effect?.scale != .ratio
      && lower.count + higher.count == different.count
    let (most, fewest) = lower.count >= higher.count ? (lower, higher) : (higher, lower)
    let significant = isDirected ? most : different
    let other = rows[0].others.count == 1 ? rows[0].others[0] : nil
    let (at, places) =
      other.map { ("at", " levels of \($0.words)") } ?? ("in", " combinations of the other factors")
    /// Such as "at all 3 levels of immune share"; a few of them by name.
    func place(_ members: [ComparisonFacts], isShort: Bool = false) -> String {
      if members.count == total {
        return "\(at) \(total == 2 ? "both" : "all \(grouped(total))")\(places)"
      }
      if let other, members.count <= Self.mostNames {
        let names = members.map { other.level($0[other.name]) }.listed
        if !other.isNumeric { return "with \(names)" }
        return isShort ? "at \(names)" : "at \(other.words) \(names)"
      }
      return isShort
        ? "in \(grouped(members.count))"
        : "\(at) \(grouped(members.count)) of \(grouped(total))\(places)"
    }
    guard !significant.isEmpty else {
      let (a, b, response) = (rows[0].firstLevel, rows[0].levelB, rows[0].subject)
      let equal = rows.filter(\.isEqual)
      if equal.count == rows.count {
        return "\(a) and \(b) are equal in \(response), run by run, \(place(rows))."
      }
      let equivalent = rows.filter { ["equivalent", "non_inferior"].contains($0["verdict"]) }
      guard let verdict = equivalent.first?["verdict"] else {
        let margin = rows[0].margin == nil ? "" : ", nor agreement within \(rows[0].shownMargin),"
        let outcome: String =
          rows[0].claimed.map { "That \($0) was not shown" }
          ?? "No difference between \(a) and \(b) in \(response)\(margin) was shown"
        let place = "\(at) any of \(grouped(rows.count))\(places)"
        return "\(outcome) \(place)"
          + (equal.isEmpty ? "." : "; in \(grouped(equal.count)) of them all runs are equal.")
      }
      let claim = verdict == "equivalent" ? rows[0].equivalence : rows[0].nonInferiority + ","
      return "\(claim) \(place(equivalent))"
        + (equivalent.count == rows.count ? "." : "; this was not shown elsewhere.")
    }
    let isLower = significant[0].distance < 0
    var text =
      "\(rows[0].phrase(isDirected ? isLower : nil)) \(place(significant))"
    if let amount = amount(significant, isLower: isDirected ? isLower : nil) {
      text = text + ", \(amount)"
    }
    if isDirected, !fewest.isEmpty {
      text = text + "; the other way round \(place(fewest, isShort: true))"
    }
    return text + "."
  }

  /// Such as "by 0.8 to 9.8 steps", "in 93 to 100 % of pairs"; nil without estimates.
  ///
  /// - Parameter isLower: whether the first level is, where all rows agree.
  private func amount(_ rows: [ComparisonFacts], isLower: Bool?) -> String? {
    if rows[0].effect?.scale == .share {
      // Of pairs that lie as the sentence says.
      guard let isLower else { return nil }
      let shares = rows.compactMap { $0.number("estimate") }.map {
        Measured(value: isLower ? $0 : 1 - $0, unit: "%")
      }.sorted { $0.value < $1.value }
      guard let least = shares.first, let most = shares.last else { return nil }
      return "in \(Measured.span(least, most)) of pairs"
        + (rows.contains(where: \.hasEqualPairs) ? ", equal ones counting half" : "")
    }
    let isSize = rows[0].effect?.scale == .difference
    let sizes = rows.compactMap { row in
      row.measured.map { isSize ? $0.magnitude : $0 }
    }
    guard let least = sizes.min(by: { $0.value < $1.value }),
      let most = sizes.max(by: { $0.value < $1.value })
    else { return nil }
    let range =
      sizes.count == 1
      ? least.words(level) : Measured.span(least, most)
    return isSize
      ? "by \(sizes.count == 1 ? rows[0].kind : rows[0].kinds)\(range)"
        + (rows[0].isOfCurves ? " where this is clearest" : "")
      : "\(rows[0].effectWords) \(range)"
  }
}

/// The answer of comparisons in words, one sentence an entry.
///
/// - Parameters:
///   - rows: of `comparisons.csv`, or with its columns but for the parameters.
///   - columns: of all their table.
///   - unit: of a response; empty where it has none.
///   - confidence: the level of their intervals.
package func comparisonAnswer(
  _ rows: [CSVRow], columns: [TableColumn], confidence: Double, unit: (String) -> String
) -> [String] {
  let parameters = columns.parameters
  let varied = parameters.filter { key in
    rows.contains { $0[key.name].isEmpty || $0[key.name] != rows[0][key.name] }
  }
  let facts = rows.map { ComparisonFacts($0, parameters, varied, unit: unit($0["response"])) }
  return ComparisonAnswer.all(facts, level: percent(confidence))
}
