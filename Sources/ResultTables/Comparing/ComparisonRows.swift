package import PlainText
package import Statistics
import Tables

/// A comparison with the names of its row.
package struct NamedComparison: Sendable {
  /// The other parameters, empty those that vary with the factor; none where groups of any file are
  /// compared.
  package var others: [ParameterCell]
  package var factor: String
  package var response: String
  package var comparison: GroupComparison

  package init(
    others: [ParameterCell], factor: String, response: String, comparison: GroupComparison
  ) {
    self.others = others
    self.factor = factor
    self.response = response
    self.comparison = comparison
  }
}

/// A comparison as its row says it: with p corrected, and what that means.
struct JudgedComparison {
  let named: NamedComparison
  let adjusted: CorrectedP
  let correction: Adjustment
  let alpha: Double

  var comparison: GroupComparison { named.comparison }
  var verdict: Verdict { comparison.verdict(adjusted, alpha: alpha) }
}

/// The rows of one table of comparisons, each once, with p corrected within families.
///
/// A family is the tests of a request, or of all requests: tests of a difference are one, those of
/// equivalence another. A false `different` is an error of the first, a false `equivalent` one of the
/// second, and each kind has its own bound.
///
/// A row of several requests is in the family of each, and has the largest p of these.
package struct ComparisonRows: Sendable {
  /// In the order of the requests, without those that say what a row before them says.
  package let rows: [NamedComparison]
  private var adjusted: [CorrectedP]
  private let correction: Correction
  private let family: CorrectionFamily
  private let alpha: Double

  /// - Parameter requests: the rows of each.
  package init(
    _ requests: [[NamedComparison]], _ correction: Correction, _ family: CorrectionFamily,
    alpha: Double
  ) {
    (self.correction, self.family, self.alpha) = (correction, family, alpha)
    let columns = comparisonColumns(ofCurves: false)
    var places: [[String]: Int] = [:]
    var rows: [NamedComparison] = []
    let members = requests.map { request in
      // The rows of one request differ by themselves, and their keys would take much memory.
      if requests.count == 1 {
        rows = request
        return Array(request.indices)
      }
      return request.map { row in
        let cells = columns.cells(
          JudgedComparison(
            named: row, adjusted: CorrectedP(), correction: Adjustment(correction, family),
            alpha: alpha))
        let key = (row.others.map(\.cell) + cells).map(\.csv)
        if let place = places[key] { return place }
        places[key] = rows.count
        rows.append(row)
        return rows.count - 1
      }
    }
    self.rows = rows
    adjusted = rows.map { _ in CorrectedP() }
    for members in family == .study ? [Array(members.joined())] : members {
      adjust(members, \.difference, \.differenceP) { DistinctTest($0) }
      adjust(members, \.equivalence, \.equivalenceP) {
        DistinctTest($0, $0.comparison.equivalence)
      }
    }
  }

  /// Corrects one family.
  ///
  /// The family is the tests, not the rows: a test that is asked with two effects stands in two
  /// rows, has one p, and counts once.
  private mutating func adjust(
    _ members: [Int], _ corrected: WritableKeyPath<CorrectedP, Double?>,
    _ p: (GroupComparison) -> Double?, _ test: (NamedComparison) -> DistinctTest
  ) {
    var places: [DistinctTest: Int] = [:]
    var family: [Double?] = []
    let tests = members.map { place in
      let test = test(rows[place])
      if places[test] == nil {
        places[test] = family.count
        family.append(p(rows[place].comparison))
      }
      return test
    }
    let all = correction.adjust(family)
    for (place, test) in zip(members, tests) {
      guard let own = places[test].flatMap({ all[$0] }) else { continue }
      adjusted[place][keyPath: corrected] = max(adjusted[place][keyPath: corrected] ?? 0, own)
    }
  }

  var judged: [JudgedComparison] {
    zip(rows, adjusted).map {
      JudgedComparison(
        named: $0, adjusted: $1,
        correction: Adjustment(correction, family), alpha: alpha)
    }
  }

  /// What rows without a test have in common.
  package struct Refusal: Hashable, Sendable {
    package let test: ComparisonTest
    package let response: String
    /// In words.
    package let message: String
    /// The setting that takes such times.
    package let remedy: ComparisonRemedy
  }

  /// One per test and response.
  package var refusals: [Refusal] {
    var groups: [[String]: [GroupComparison]] = [:]
    var order: [[String]] = []
    for row in rows where row.comparison.isRefused {
      let key = [row.comparison.test.rawValue, row.response]
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(row.comparison)
    }
    return order.map { key in
      let rows = groups[key] ?? []
      let most = rows.max { $0.censoredCount < $1.censoredCount } ?? rows[0]
      return Refusal(
        test: most.test, response: key[1],
        message: "\(key[0]) cannot take censored values: "
          + "\(most.censoredCount) of \(most.countA + most.countB) values of \(key[1]) were not "
          + "reached (\(most.levelA) and \(most.levelB)"
          + (rows.count > 1 ? "; so in \(rows.count) rows)" : ")"),
        remedy: most.remedy)
    }
  }

  /// Up to which time restricted means go, one text per response and limit.
  package var limits: [Note] {
    var order: [[String]] = []
    var found: [[String]: [NamedComparison]] = [:]
    for row in rows {
      guard let limit = row.comparison.limit else { continue }
      let key = [row.response, realText(limit)]
      if found[key] == nil { order.append(key) }
      found[key, default: []].append(row)
    }
    return order.map { key in
      let all = found[key] ?? []
      let first = all[0].comparison
      return Note(
        .restrictedMeans,
        "restricted means of \(key[0]) go up to \(key[1]), the last time known of both (rows: "
          + "\(all.count), first: \(first.levelA) and \(first.levelB))")
    }
  }

  /// Which rows do not compare all replicates, in words, one text per test and response.
  package var shortened: [Note] {
    var seen: Set<String> = []
    return rows.compactMap { row in
      guard let first = row.comparison.firstReplicates else { return nil }
      let text =
        "\(row.comparison.test.rawValue) and \(row.comparison.effect.rawValue) of \(row.response) compare "
        + "only the first \(first) replicates: with the others there would be more distinct "
        + "values than the program keeps; to compare all, choose a test and an effect of means, "
        + "such as welch and mean_difference"
      return seen.insert(text).inserted ? Note(.firstReplicatesOnly, text) : nil
    }
  }
}

/// What makes a test another one than the test of another row.
private struct DistinctTest: Hashable {
  let others: [ParameterCell]
  let factor, response, name: String
  /// The difference of a and b is tested with that of b and a.
  let levels: Set<String>
  let isPaired: Bool
  let firstReplicates: Int?
  /// Of a test of equivalence, which is the same whatever else the row tests.
  let margin: Margin?

  /// The row's own test.
  init(_ row: NamedComparison) {
    self.init(row, row.comparison.test.rawValue, margin: nil)
  }

  init(_ row: NamedComparison, _ equivalence: Equivalence?) {
    self.init(
      row, row.comparison.effect.rawValue, margin: equivalence?.margin)
  }

  private init(_ row: NamedComparison, _ name: String, margin: Margin?) {
    let comparison = row.comparison
    (others, factor, response) = (row.others, row.factor, row.response)
    levels = [comparison.levelA, comparison.levelB]
    isPaired = comparison.isPaired
    firstReplicates = comparison.firstReplicates
    (self.name, self.margin) = (name, margin)
  }
}
