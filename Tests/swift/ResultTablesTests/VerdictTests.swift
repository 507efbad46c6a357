import DurableFiles
import Foundation
import KeyedRandom
import PlainText
import ResultTables
import Statistics
import Tables
import TestSupport
import Testing

@Suite("Verdicts of a table")
struct VerdictTests {
  private static let studies = 1_000
  private static let comparisons = 20

  private func normal(_ stream: inout RandomStream) -> Double {
    Normal.quantile(stream.unit() + 0x1p-54)
  }

  private func group(_ label: String, _ values: [Double]) -> ComparedGroup {
    ComparedGroup(
      label: label,
      items: values.enumerated().map {
        ComparedGroup.Item(key: $0, value: $1, censoredAt: nil)
      })
  }

  private func plan(
    _ test: ComparisonTest? = nil, margin: Double? = nil, isPaired: Bool = true
  ) -> ComparisonPlan {
    ComparisonPlan(
      test: test, effect: .meanDifference, margin: margin.map { Margin($0) }, level: 0.95,
      isPaired: isPaired, key: 1)
  }

  private func named(_ comparison: GroupComparison, factor: String) -> NamedComparison {
    NamedComparison(others: [], factor: factor, response: "value", comparison: comparison)
  }

  /// A table of comparisons of normal values whose means differ by `difference`.
  private func table(
    difference: Double, margin: Double, isPaired: Bool, _ stream: inout RandomStream
  ) -> ComparisonRows {
    let rows = (0..<Self.comparisons).map { number in
      let values = (0..<30).map { _ in normal(&stream) }
      let others = values.map { (isPaired ? 0.8 * $0 : 0) - difference + normal(&stream) }
      let x = isPaired ? values.map { 0.8 * $0 } : values
      return named(
        GroupComparison(
          group("a", x), group("b", others), plan(margin: margin, isPaired: isPaired)),
        factor: "factor\(number)")
    }
    return ComparisonRows([rows], .holm, .request, alpha: 0.05)
  }

  /// Three standard errors of a share of 5 % above it.
  private static let most =
    0.05 * Double(studies) + 3 * (0.05 * 0.95 * Double(studies)).squareRoot()

  /// At the margin, and without a difference beside a margin that no interval can lie within.
  @Test(
    "at most 5 % of studies of 20 comparisons have a false equivalent, or a false different", .deep,
    arguments: [(0.8, 0.8, Verdict.equivalent), (0, 0.001, .different)], [true, false])
  func falseVerdicts(_ asked: (difference: Double, margin: Double, wrong: Verdict), isPaired: Bool)
  {
    var studies = 0
    for study in 0..<Self.studies {
      var stream = RandomStream(key: asked.wrong == .equivalent ? 21 : 22, UInt64(study))
      let rows = table(
        difference: asked.difference, margin: asked.margin, isPaired: isPaired, &stream)
      if rows.verdicts.contains(asked.wrong) { studies += 1 }
    }
    print("false \(asked.wrong): \(studies) of \(Self.studies) studies")
    #expect(Double(studies) <= Self.most, "\(studies)")
    #expect(studies > Self.studies / 100)  // it is no bound that nothing comes near
  }

  @Test("the printed interval bears the verdict out")
  func intervals() {
    var seen: Set<Verdict> = []
    for study in 0..<100 {
      var stream = RandomStream(key: 23, UInt64(study))
      let rows = table(
        difference: stream.unit(), margin: 0.9, isPaired: study.isMultiple(of: 2), &stream)
      for (row, verdict) in zip(rows.rows, rows.verdicts) {
        seen.insert(verdict)
        guard let lower = row.comparison.interval?.lower, let upper = row.comparison.interval?.upper
        else {
          Issue.record("no interval")
          continue
        }
        switch verdict {
        case .equivalent: #expect(-0.9 <= lower && upper <= 0.9)
        case .different: #expect(lower > 0 || upper < 0)
        case .inconclusive: break
        case .nonInferior: Issue.record("no side was better")
        }
      }
    }
    #expect(seen.count == 3)
  }

  @Test(
    "not inferior is a group whose interval ends before the worse side of the margin",
    arguments: [(Better.smaller, 0.4), (.larger, -0.4)])
  func nonInferiority(better: Better, worse: Double) {
    let zero = (0..<30).map { Double($0 % 5) / 10 }
    func verdict(_ shift: Double) -> Verdict? {
      let plan = ComparisonPlan(
        test: .nonInferiority, effect: .meanDifference, margin: Margin(0.5, better: better),
        level: 0.95, isPaired: false, key: 1)
      let rows = ComparisonRows(
        [
          [
            named(
              GroupComparison(group("a", zero.map { $0 + shift }), group("b", zero), plan),
              factor: "f")
          ]
        ],
        .holm, .request, alpha: 0.05)
      return rows.verdicts.first
    }
    #expect(verdict(0) == .nonInferior)
    #expect(verdict(worse) == .nonInferior)  // by less than the margin
    #expect(verdict(-9 * worse) == .nonInferior)  // far better
    #expect(verdict(1.25 * worse) == .inconclusive)  // at the margin
    #expect(verdict(9 * worse) == .inconclusive)  // a test of this side alone says no more
  }

  @Test("a single comparison whose interval of 90 % lies within the margin is not equivalent")
  func singleComparison() {
    var stream = RandomStream(key: 24)
    let x = (0..<40).map { _ in normal(&stream) }
    let zero = [Double](repeating: 0, count: 40)
    let interval = Moments(of: x).meanInterval(level: 0.93)
    let margin = max(abs(interval?.lower ?? 0), abs(interval?.upper ?? 0))
    for (margin, wanted) in [(margin, Verdict.inconclusive), (1.1 * margin, .equivalent)] {
      let rows = ComparisonRows(
        [
          [
            named(
              GroupComparison(group("a", x), group("b", zero), plan(margin: margin)), factor: "f")
          ]
        ], .holm, .request, alpha: 0.05)
      let p = rows.rows[0].comparison.equivalence?.result?.p
      #expect((p ?? 1) <= 0.05 && rows.verdicts == [wanted])
    }
  }

  @Test("tests of equivalence do not enlarge the family of differences, nor the other way round")
  func families() throws {
    var stream = RandomStream(key: 25)
    let values = (0..<40).map { _ in normal(&stream) }
    let shifted = values.map { $0 + 0.1 * normal(&stream) + 0.5 }
    let (a, b) = (group("a", values), group("b", shifted))
    let asked: [(ComparisonTest?, Double?)] = [
      (.pairedT, 1), (.tost, 1), (.tost, 0.7), (.wilcoxon, nil),
    ]
    let rows = ComparisonRows(
      [asked.map { named(GroupComparison(a, b, plan($0.0, margin: $0.1)), factor: "f") }],
      .holm, .request, alpha: 0.05)
    let reader = try CSVReader([UInt8](comparisonTable(rows).csv.utf8), .own)
    var numbers: [String: [Double?]] = [:]
    while try reader.nextRow({ column, text in
      numbers[reader.columns[column], default: []].append(
        Double(String(decoding: text, as: UTF8.self)))
    }) {}
    let p = (numbers["p"] ?? []).compactMap(\.self)
    let adjusted = (numbers["p_adjusted"] ?? []).compactMap(\.self)
    try #require(p.count == 4)
    // Two tests of a difference; two of equivalence, one of which stands in two rows.
    let differences = Correction.holm.adjust([p[0], p[3]])
    let equivalences = Correction.holm.adjust([p[1], p[2]])
    #expect(adjusted == [differences[0], equivalences[0], equivalences[1], differences[1]])
    #expect(numbers["margin"] == [1, 1, 0.7, nil])
    #expect(
      reader.columns.suffix(6) == [
        "correction", "margin", "verdict", "ci_method", "status", "message",
      ])
  }
}
