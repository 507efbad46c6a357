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
  let correction: Correction
  let alpha: Double

  var comparison: GroupComparison { named.comparison }
  var verdict: Verdict { comparison.verdict(adjusted, alpha: alpha) }
}

/// The rows of one table of comparisons, each once, with p corrected for all of its tests.
package struct ComparisonRows: Sendable {
  /// Without those that say what a row before them says, as where two requests overlap.
  package let rows: [NamedComparison]
  private let adjusted: [CorrectedP]
  private let correction: Correction
  private let alpha: Double

  package init(_ all: [NamedComparison], correction: Correction, alpha: Double) {
    self.correction = correction
    self.alpha = alpha
    var seen: Set<[String]> = []
    rows = all.filter { row in
      let cells = comparisonColumns.cells(
        JudgedComparison(
          named: row, adjusted: CorrectedP(), correction: correction, alpha: alpha))
      return seen.insert((row.others.map(\.cell) + cells).map(\.csv)).inserted
    }
    let differences = Self.adjust(
      rows.map { row in (DistinctTest(row), row.comparison.differenceP) }, correction,
      together: rows.map { JointFamily($0) })
    let equivalences = Self.adjust(
      rows.map { row in
        (DistinctTest(row, margin: row.comparison.equivalence?.margin), row.comparison.equivalenceP)
      }, correction)
    adjusted = zip(differences, equivalences).map { CorrectedP(difference: $0, equivalence: $1) }
  }

  /// Corrects one family. Tests for a difference are one, those of equivalence another: a false
  /// `different` is an error of the first, a false `equivalent` one of the second, and each kind has
  /// its own bound.
  ///
  /// The family is the tests, not the rows: a test that is asked with two effects stands in two
  /// rows, has one p, and counts once.
  private static func adjust(
    _ tests: [(test: DistinctTest, p: Double?)], _ correction: Correction,
    together: [JointFamily?] = []
  ) -> [Double?] {
    var places: [DistinctTest: Int] = [:]
    var family: [Double?] = []
    let numbers = tests.enumerated().map { row, asked in
      if together.indices.contains(row), together[row] != nil { return nil as Int? }
      if let place = places[asked.test] { return place }
      places[asked.test] = family.count
      family.append(asked.p)
      return family.count - 1
    }
    // Tests that are judged together have p corrected for one another, and are one test in the
    // correction for the others. As their smallest p may be of any of them, they get its whole factor
    // always, and the others as if these were the last ones.
    let joint = Set(
      zip(together, tests).compactMap { family, asked in asked.p == nil ? nil : family })
    let adjusted = correction.adjust(family + joint.map { _ in 1 })
    let count = correction == .none ? 1 : adjusted.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    return zip(numbers, tests).map { number, asked in
      number.map { adjusted[$0] } ?? asked.p.map { min(1, Double(count) * $0) }
    }
  }

  var judged: [JudgedComparison] {
    zip(rows, adjusted).map {
      JudgedComparison(named: $0, adjusted: $1, correction: correction, alpha: alpha)
    }
  }

  package var verdicts: [Verdict] { judged.map(\.verdict) }

  /// What rows without a test have in common.
  package struct Refusal: Hashable, Sendable {
    package let test, response: String
    /// In words.
    package let message: String
  }

  /// One per test and response.
  package var refusals: [Refusal] {
    var groups: [[String]: [GroupComparison]] = [:]
    var order: [[String]] = []
    for row in rows where row.comparison.isRefused {
      let key = [row.comparison.test, row.response]
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(row.comparison)
    }
    return order.map { key in
      let rows = groups[key] ?? []
      let most = rows.max { $0.censoredCount < $1.censoredCount } ?? rows[0]
      return Refusal(
        test: key[0], response: key[1],
        message: "\(key[0]) cannot take censored values: "
          + "\(most.censoredCount) of \(most.countA + most.countB) values of \(key[1]) were not "
          + "reached (\(most.levelA) and \(most.levelB)"
          + (rows.count > 1 ? "; so in \(rows.count) rows)" : ")"))
    }
  }

  /// Up to which time restricted means go, in words, one text per response and time.
  package var limits: [Note] {
    var order: [[String]] = []
    var rows: [[String]: [GroupComparison]] = [:]
    for row in self.rows {
      guard let limit = row.comparison.limit else { continue }
      let key = [row.response, realText(limit)]
      if rows[key] == nil { order.append(key) }
      rows[key, default: []].append(row.comparison)
    }
    return order.map { key in
      let all = rows[key] ?? []
      return Note(
        .restrictedMeans,
        "restricted means of \(key[0]) go up to \(key[1]), the last time known of both "
          + "(rows: \(all.count), first: \(all[0].levelA) and \(all[0].levelB))")
    }
  }

  /// Which rows do not compare all replicates, in words, one text per test and response.
  package var shortened: [Note] {
    var seen: Set<String> = []
    return rows.compactMap { row in
      guard let first = row.comparison.firstReplicates else { return nil }
      let text =
        "\(row.comparison.test) and \(row.comparison.effect.rawValue) of \(row.response) compare "
        + "only the first \(first) replicates: with the others there would be more distinct "
        + "values than the program keeps; to compare all, choose a test and an effect of means, "
        + "such as welch and mean_difference"
      return seen.insert(text).inserted ? Note(.firstReplicatesOnly, text) : nil
    }
  }
}

/// Tests of a table that are judged together: the pairs of one request in one combination of the others.
private struct JointFamily: Hashable {
  let others: [ParameterCell]
  let factor, response, test: String

  /// Nil for a test that is judged alone.
  init?(_ row: NamedComparison) {
    guard ComparisonTest(rawValue: row.comparison.test)?.judgesTogether == true else { return nil }
    (others, factor, response) = (row.others, row.factor, row.response)
    test = row.comparison.test
  }
}

/// What makes a test of a table another one than the test of another row.
private struct DistinctTest: Hashable {
  let others: [ParameterCell]
  let factor, response, test: String
  /// The difference of a and b is tested with that of b and a.
  let levels: Set<String>
  let isPaired: Bool
  let firstReplicates: Int?
  let margin: Double?

  /// - Parameter margin: of a test of equivalence, which is the same whatever else the row tests.
  init(_ row: NamedComparison, margin: Double? = nil) {
    let comparison = row.comparison
    (others, factor, response) = (row.others, row.factor, row.response)
    test = margin == nil ? comparison.test : comparison.equivalenceTest
    levels = [comparison.levelA, comparison.levelB]
    isPaired = comparison.isPaired
    firstReplicates = comparison.firstReplicates
    self.margin = margin
  }
}
