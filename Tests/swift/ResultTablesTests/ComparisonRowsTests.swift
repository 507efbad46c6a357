import PlainText
import ResultTables
import SpreadModel
import Statistics
import StudyFiles
import Tables
import Testing

@Suite("Rows of comparisons") struct ComparisonRowsTests {
  private static func group(_ label: String, _ values: [Double?]) -> ComparedGroup {
    ComparedGroup(
      label: label,
      items: values.enumerated().map { index, value in
        .init(key: index, value: value, censoredAt: value == nil ? 9 : nil)
      })
  }

  private static func plan(
    _ test: ComparisonTest? = nil, effect: ComparisonEffect = .meanDifference, margin: Double? = nil
  ) -> ComparisonPlan {
    ComparisonPlan(
      test: test, effect: effect, margin: margin.map { Margin($0) }, level: 0.95, isPaired: false,
      key: 1)
  }

  private static func row(
    _ a: ComparedGroup, _ b: ComparedGroup, _ plan: ComparisonPlan = plan(), people: Int = 100
  ) -> NamedComparison {
    NamedComparison(
      others: [.groupSize: .whole(people)].map { ParameterCell($0.key, $0.value) }, factor: "rule",
      response: "steps",
      comparison: GroupComparison(a, b, plan))
  }

  /// The column `p_adjusted` of the rows.
  private static func adjusted(_ rows: [NamedComparison]) -> [Double?] {
    let table = ComparisonRows([rows], .holm, .request, alpha: 0.05)
    let lines = comparisonTable(table).csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let place = lines[0].firstIndex(of: "p_adjusted") ?? 0
    return lines.dropFirst().map { Double($0[place]) }
  }

  /// Verdicts' p of the rows of several requests, by row.
  private static func adjusted(
    _ requests: [[NamedComparison]], _ family: CorrectionFamily = .request,
    _ correction: Correction = .holm
  ) -> [[String]] {
    let table = comparisonTable(ComparisonRows(requests, correction, family, alpha: 0.05))
    let lines = table.csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let places = ["p", "p_adjusted", "correction"].map { lines[0].firstIndex(of: $0) ?? 0 }
    return lines.dropFirst().map { line in places.map { line[$0] } }
  }

  private static let a = group("a", [1, 2, 3, 4])
  private static let b = group("b", [2, 4, 6, 9])
  private static let c = group("c", [5, 5, 7, 8])

  @Test("Holm's family is the tests: other effects, margins and directions do not enlarge it")
  func family() {
    let once = Self.adjusted([Self.row(Self.a, Self.b), Self.row(Self.a, Self.c)])
    #expect(once.count == 2 && once.allSatisfy { $0 != nil })
    let often = Self.adjusted([
      Self.row(Self.a, Self.b), Self.row(Self.a, Self.c), Self.row(Self.b, Self.a),
      Self.row(Self.a, Self.b, Self.plan(.welch, effect: .hodgesLehmann)),
      Self.row(Self.a, Self.b, Self.plan(margin: 1)),
      Self.row(Self.a, Self.b, Self.plan(margin: 2)),
    ])
    #expect(often == [once[0], once[1], once[0], once[0], once[0], once[0]])
  }

  @Test("other tests, factors' combinations and margins of equivalence are tests of their own")
  func distinct() {
    let pairs = [
      [Self.row(Self.a, Self.b), Self.row(Self.a, Self.b, Self.plan(.mannWhitney))],
      [Self.row(Self.a, Self.b), Self.row(Self.a, Self.b, people: 400)],
      [
        Self.row(Self.a, Self.b, Self.plan(.tost, margin: 9)),
        Self.row(Self.a, Self.b, Self.plan(.tost, margin: 8)),
      ],
    ]
    for rows in pairs {
      let alone = Self.adjusted([rows[0]])
      #expect(Self.adjusted(rows)[0] == alone[0].map { min(1, 2 * $0) }, "\(rows)")
    }
  }

  @Test("the family is the request, or all of them; a row of several has its largest p")
  func families() {
    let (ab, ac, bc) = (
      Self.row(Self.a, Self.b), Self.row(Self.a, Self.c), Self.row(Self.b, Self.c)
    )
    let p = Self.adjusted([[ab, ac, bc]], .request, .none).map { Double($0[1]) }
    func holm(_ places: [Int]) -> [Double?] { Correction.holm.adjust(places.map { p[$0] }) }
    let apart = Self.adjusted([[ab, ac], [bc]])
    #expect(apart.map { Double($0[1]) } == holm([0, 1]) + [p[2]])
    #expect(apart.allSatisfy { $0[2] == "holm_request" })
    let together = Self.adjusted([[ab, ac], [bc]], .study)
    #expect(together.map { Double($0[1]) } == holm([0, 1, 2]))
    #expect(together.allSatisfy { $0[2] == "holm_study" })
    // ab is asked for alone, and among three.
    for requests in [[[ab], [ab, ac, bc]], [[ab, ac, bc], [ab]]] {
      #expect(Self.adjusted(requests).map { Double($0[1]) } == holm([0, 1, 2]))
    }
    #expect(Self.adjusted([[ab], [ac]], .request, .none).map { $0[2] } == ["none", "none"])
  }

  @Test("a row stands there once; equal numbers of other combinations are other rows")
  func once() {
    // Those of one request differ by themselves.
    #expect(Self.adjusted([[Self.row(Self.a, Self.b)], [Self.row(Self.a, Self.b)]]).count == 1)
    let constant = Self.group("d", [2, 2])
    let rows = [100, 400].map { Self.row(constant, constant, people: $0) }
    #expect(Self.adjusted(rows).count == 2)
  }

  @Test("rows of the first replicates say so once, with their number")
  func shortened() {
    var row = Self.row(Self.a, Self.b, Self.plan(.mannWhitney))
    #expect(ComparisonRows([[row]], .holm, .request, alpha: 0.05).shortened.isEmpty)
    row.comparison.firstReplicates = 16_384
    var other = Self.row(Self.a, Self.c, Self.plan(.mannWhitney))
    other.comparison.firstReplicates = 16_384
    let notes = ComparisonRows([[row, other]], .holm, .request, alpha: 0.05).shortened
    #expect(notes.map(\.code) == [.firstReplicatesOnly])
    #expect(notes[0].message.contains("the first 16384 replicates"))
  }

  /// Rows of times that were not all reached, at groups of 100 and 400 people.
  private static func late(_ plan: ComparisonPlan) -> [NamedComparison] {
    [
      row(a, group("late", [3, nil, nil, 8]), plan),
      row(a, group("later", [3, nil, nil, nil]), plan, people: 400),
    ]
  }

  @Test("what rows have in common is said once, with how many they are")
  func commonNotes() {
    func rows(_ rows: [NamedComparison]) -> ComparisonRows {
      ComparisonRows([rows], .holm, .request, alpha: 0.05)
    }
    let refused = rows(Self.late(Self.plan(.mannWhitney)) + Self.late(Self.plan(.welch)))
    #expect(refused.refusals.map(\.test) == [.mannWhitney, .welch])
    for refusal in refused.refusals {
      // Of the row with most of them.
      #expect(refusal.message.matches(of: /\d+/).map { String($0.0) } == ["3", "8", "2"])
      #expect(refusal.message.contains("a and later"))
    }
    var restricted = Self.late(Self.plan(effect: .restrictedMeanDifference))
    restricted[1] = Self.row(
      Self.a, Self.group("late", [3, nil, nil, 8]), Self.plan(effect: .restrictedMeanDifference),
      people: 400)
    let notes = rows(restricted).limits
    #expect(notes.map(\.code) == [.restrictedMeans])
    #expect(notes[0].message.contains("rows: 2, first: a and late"))
    restricted[1].response = "peak_step"
    #expect(rows(restricted).limits.map(\.code) == [.restrictedMeans, .restrictedMeans])
  }

  @Test("with censored values log_rank is taken, tests that are not of times are refused in words")
  func censored() {
    let late = Self.group("late", [3, nil, nil, 8])
    let chosen = GroupComparison(Self.a, late, Self.plan())
    #expect(chosen.test == .logRank && chosen.result != nil && !chosen.isRefused)
    for test in ComparisonTest.allCases where test.data != .times {
      let row = Self.row(Self.a, late, Self.plan(test, margin: 1))
      let comparison = row.comparison
      #expect(comparison.isRefused && comparison.result == nil && comparison.estimate == nil)
      #expect((comparison.countA, comparison.countB) == (4, 4), "\(test)")
      let rows = ComparisonRows([[row]], .holm, .request, alpha: 0.05)
      #expect(
        rows.refusals.map(\.message) == [
          "\(test.rawValue) cannot take censored values: 2 of 8 values of steps were not reached "
            + "(a and late)"
        ])
    }
    let once = Self.group("once", [3, nil, 5, 8])
    #expect(GroupComparison(Self.a, once, Self.plan(.mannWhitney)).isRefused)
    let all = GroupComparison(all: [Self.a, late, Self.b], Self.plan(.welchAnova), .welchAnova)
    #expect(all.isRefused && all.result == nil && all.countA == 12)
  }
}
