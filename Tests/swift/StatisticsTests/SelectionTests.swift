import Statistics
import Testing

@Suite("Selection of the best agrees with the reference") struct SelectionTests {
  private static func constants(_ name: String) throws -> [JSON] {
    let list = try ReferenceFile("selection.json").root["constants"][name].array
    try #require(!list.isEmpty)
    return list
  }

  private static func rule(_ constant: JSON, indifference: Double = 1) -> SelectionRule {
    SelectionRule(
      alternatives: constant["k"].int, isLargestBest: true, indifference: indifference,
      confidence: constant["confidence"].number,
      batch: constant["batch"].isMissing ? 10 : constant["batch"].int,
      firstStage: constant["first_stage"].isMissing || !constant["batch"].isMissing
        ? nil : constant["first_stage"].int,
      maxRuns: .max, range: constant["range"].optional)
  }

  @Test("the boundary, to 1e-12")
  func boundary() throws {
    for constant in try Self.constants("boundary") {
      let rule = Self.rule(constant)
      expect(rule.beta, equals: constant["beta"], relative: 1e-12, "beta of \(constant)")
      expect(rule.eta, equals: constant["eta"], relative: 1e-12, "eta of \(constant)")
      expect(rule.boundary, equals: constant["h2"], relative: 1e-12, "h2 of \(constant)")
    }
  }

  @Test("the replicates of the first stage, and those that settle an identical pair")
  func counts() throws {
    for constant in try Self.constants("first_stage") {
      #expect(Self.rule(constant).firstStage == constant["first_stage"].int, "\(constant)")
    }
    for constant in try Self.constants("identical") {
      let rule = Self.rule(constant, indifference: constant["indifference"].number)
      #expect(rule.identicalReplicates == constant["replicates"].int, "\(constant)")
    }
  }

  @Test(
    "an indifference so small that no number of replicates settles a pair",
    arguments: [1e-17, .leastNonzeroMagnitude])
  func settledNever(indifference: Double) {
    let rule = SelectionRule(
      alternatives: 3, isLargestBest: true, indifference: indifference, maxRuns: 1_000_000,
      range: 100)
    #expect(rule.identicalReplicates == nil)
  }

  @Test("the width of intervals, to 1e-12")
  func widths() throws {
    for constant in try Self.constants("interval") {
      expect(
        Self.rule(constant).halfWidthPerSD(replicates: constant["n"].int),
        equals: constant["half_width_per_sd"], relative: 1e-12, "\(constant)")
    }
  }

  /// A selection that is given the stored values of what it asks for, judgement by judgement.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let rule: SelectionRule
    /// By alternative, by quantity, by replicate.
    let values: [[[Double?]]]
    var testDescription: String { id }

    init(_ json: JSON) {
      id = json["id"].text
      let design = json["design"]
      rule = SelectionRule(
        alternatives: json["values"].array.count,
        isLargestBest: design["best"].text == "largest",
        indifference: design["indifference"].number, confidence: design["confidence"].number,
        batch: design["batch"].int,
        firstStage: design["first_stage"].isMissing ? nil : design["first_stage"].int,
        maxRuns: design["max_runs"].int, range: json["range"].optional,
        constraints: zip(design["subject_to"].array, json["constraint_binary"].array).map {
          let isUpper = !$0["at_most"].isMissing
          return SelectionRule.Constraint(
            bound: $0[isUpper ? "at_most" : "at_least"].number, isUpper: isUpper,
            tolerance: $0["tolerance"].number, isEvent: $1.flag)
        })
      let quantities = [json["values"]] + json["constraint_values"].array
      values = json["values"].array.indices.map { alternative in
        quantities.map { $0[alternative].array.map(\.optional) }
      }
    }

    /// What the selection wants next.
    func next(_ selection: Selection) -> [[[Double?]]] {
      selection.survivors.map { survivor in
        values[survivor].map { Array($0[selection.round]) }
      }
    }

    /// As `selection.json` lists eliminations.
    struct Elimination: Equatable {
      let alternative: Int
      let replicates: Int
      let round: Int
      let by: Int?
    }

    func selection() -> (selection: Selection, eliminations: [Elimination]) {
      var selection = Selection(rule)
      var eliminations: [Elimination] = []
      while !selection.round.isEmpty {
        let before = selection.survivors
        selection.add(next(selection))
        for one in before where !selection.survivors.contains(one) {
          let exit = selection.estimates[one].exit
          eliminations.append(
            Elimination(
              alternative: one, replicates: selection.replicates, round: exit?.round ?? -1,
              by: exit?.by))
        }
      }
      return (selection, eliminations)
    }
  }

  static func cases() throws -> [(Case, expected: JSON)] {
    let cases = try ReferenceFile("selection.json").root["cases"].array
    try #require(cases.count == 50)
    return cases.map { (Case($0), $0["expected"]) }
  }

  @Test("decisions, one after the other, of 50 cases")
  func decisions() throws {
    for (test, expected) in try Self.cases() {
      let (found, eliminations) = test.selection()
      #expect(found.verdict?.rawValue == expected["verdict"].text, "\(test.id)")
      #expect((found.gap != nil) == (expected["reason"].text == "empty_value"), "\(test.id)")
      #expect(found.best == expected["best"].whole, "\(test.id)")
      #expect(found.reference == expected["reference"].whole, "\(test.id)")
      #expect(found.rule.firstStage == expected["first_stage"].int, "\(test.id)")
      #expect(max(0, found.judgements - 1) == expected["rounds"].int, "\(test.id)")
      #expect(found.replicates == expected["replicates"].int, "\(test.id)")
      #expect(found.runs == expected["runs"].int, "\(test.id)")
      #expect(found.equalRuns == expected["equal_runs"].whole, "\(test.id)")
      #expect(
        eliminations
          == expected["eliminations"].array.map {
            Case.Elimination(
              alternative: $0["alternative"].int, replicates: $0["replicates"].int,
              round: $0["round"].int, by: $0["by"].whole)
          }, "\(test.id)")
    }
  }

  @Test("estimates and intervals, to 1e-10")
  func estimates() throws {
    for (test, expected) in try Self.cases() {
      let (found, _) = test.selection()
      let scale = expected["alternatives"].array.compactMap { $0["sd"].optional }.max() ?? 0
      for (index, (one, wanted)) in matched(
        found.estimates, expected["alternatives"], test.id
      ).enumerated() {
        let what = "\(test.id), \(index)"
        #expect(one.status.rawValue == wanted["status"].text, "\(what)")
        #expect(one.exit?.round == wanted["round_eliminated"].whole, "\(what)")
        #expect(one.exit?.by == wanted["eliminated_by"].whole, "\(what)")
        #expect(one.runs == wanted["runs"].int, "\(what)")
        if !test.rule.constraints.isEmpty {
          #expect(one.isFeasible.map { $0 ? 1 : 0 } == wanted["feasible"].whole, "\(what)")
        }
        for (value, key) in [
          (one.mean, "mean"), (one.sd, "sd"), (one.difference, "difference"),
          (one.low, "ci_low"), (one.high, "ci_high"),
        ] {
          guard let target = wanted[key].optional else {
            #expect(value == nil, "\(what): \(key)")
            continue
          }
          let distance = abs((value ?? .nan) - target)
          #expect(distance <= 1e-10 * max(abs(target), scale), "\(what): \(key) \(distance)")
        }
      }
    }
  }

  @Test("the forecast, from the first stage")
  func forecast() throws {
    var (plain, constrained, infeasible) = (0, 0, 0)
    for (test, _) in try Self.cases() {
      let rule = test.rule
      var selection = Selection(rule)
      #expect(selection.expectedRuns == nil)
      guard !selection.round.isEmpty else { continue }
      selection.add(test.next(selection))
      guard selection.gap == nil else { continue }
      let first = test.values.map { $0.map { $0.prefix(rule.firstStage).compactMap(\.self) } }
      func replicates(_ differences: [Double], _ zone: Double, least: Double = 0) throws -> Double {
        let moments = Moments(of: differences)
        let mean = abs(try #require(moments.mean))
        let variance = max(try #require(moments.variance), least)
        return max(
          Double(rule.firstStage),
          (rule.boundary * variance / (zone * (2 * mean + zone))).rounded(.up))
      }
      func excesses(_ values: [[Double]]) -> [[Double]] {
        zip(rule.constraints, values.dropFirst()).map { bound, values in
          values.map { bound.isUpper ? $0 - bound.bound : bound.bound - $0 }
        }
      }
      func isFeasible(_ values: [[Double]]) -> Bool {
        excesses(values).allSatisfy { $0.reduce(0, +) <= 0 }
      }
      /// Until all constraints are passed, or one is failed.
      func judged(_ values: [[Double]]) throws -> Double {
        let all = try zip(rule.constraints, excesses(values)).map { bound, excesses in
          let ends = [bound.bound - bound.tolerance, bound.bound + bound.tolerance]
          let least = bound.isEvent ? min(ends[0] * (1 - ends[0]), ends[1] * (1 - ends[1])) : 0
          return try replicates(excesses, bound.tolerance, least: least)
        }
        return (isFeasible(values) ? all.max() : all.min()) ?? Double(rule.firstStage)
      }
      func score(_ values: [[Double]]) -> Double {
        values[0].reduce(0, +) * (rule.isLargestBest ? 1 : -1)
      }
      let best = first.indices.filter { isFeasible(first[$0]) }
        .max { score(first[$0]) < score(first[$1]) }
      var runs = try best.map { try judged(first[$0]) } ?? 0
      var others = 0.0
      for (index, values) in first.enumerated() where index != best {
        guard let best, isFeasible(values) else {
          others += try judged(values)
          infeasible += 1
          continue
        }
        let own = try replicates(zip(first[best][0], values[0]).map { $0 - $1 }, rule.indifference)
        others += own
        runs = max(runs, own)
      }
      let expected = try #require(selection.expectedRuns)
      #expect(abs(expected - runs - others) <= 1e-9 * expected, "\(test.id)")
      if rule.constraints.isEmpty { plain += 1 } else { constrained += 1 }
    }
    #expect(
      plain > 10 && constrained > 5 && infeasible > 5, "\(plain) \(constrained) \(infeasible)")
  }

  /// A selection of alternatives each of whose quantities repeats some values.
  private static func search(_ rule: SelectionRule, _ values: [[[Double]]]) -> Selection {
    var selection = Selection(rule)
    while !selection.round.isEmpty {
      selection.add(
        selection.survivors.map { survivor in
          values[survivor].map { values in selection.round.map { values[$0 % values.count] } }
        })
    }
    return selection
  }

  private static func rule(
    _ alternatives: Int, bound: Double, isUpper: Bool = true, tolerance: Double,
    isEvent: Bool = false
  ) -> SelectionRule {
    SelectionRule(
      alternatives: alternatives, isLargestBest: true, indifference: 1, confidence: 0.95,
      batch: 10, firstStage: 20, maxRuns: 10_000,
      constraints: [
        SelectionRule.Constraint(
          bound: bound, isUpper: isUpper, tolerance: tolerance, isEvent: isEvent)
      ])
  }

  @Test("events that were all alike keep a bound only when a share near it would have shown")
  func alikeEvents() {
    for (bound, isUpper, value) in [(0.2, true, 0.0), (0.8, false, 1)] {
      let values = [[[5.0], [value]], [[0], [value]]]
      let rule = Self.rule(2, bound: bound, isUpper: isUpper, tolerance: 0.05, isEvent: true)
      // The variance of a share of 0.15; that of 0.25 is larger.
      let needed = stride(from: 20, to: 1_000, by: 10).first { replicates in
        let n = Double(replicates)
        return 0.2 * n > max(0, (rule.boundary * 0.15 * 0.85 / 0.05 - 0.05 * n) / 2)
      }
      #expect((needed ?? 0) > 20 && Self.search(rule, values).replicates == needed)
      let plain = Self.rule(2, bound: bound, isUpper: isUpper, tolerance: 0.05)
      #expect(Self.search(plain, values).replicates == 20)
    }
  }

  @Test("a mean at its bound keeps it, whatever rounding its sum brings")
  func atBound() {
    for (values, bound) in [([0.1, 0.5], 0.3), ([0.1, 0.3], 0.2)] {
      let found = Self.search(
        Self.rule(2, bound: bound, tolerance: 10), [[[5], values], [[0], [0]]])
      #expect(found.verdict == .selected && found.best == 0)
    }
  }

  @Test("who breaks a bound leaves for that, also where another one is better")
  func infeasible() {
    let (keeps, breaks) = ([0.0, 1], [99.0, 100])
    let found = Self.search(
      Self.rule(4, bound: 50, tolerance: 1),
      [[[4, 6], keeps], [[0, 1], breaks], [[0, 1], keeps], [[3, 3.5], keeps]])
    #expect(found.best == 0)
    #expect(found.estimates.map(\.status) == [.best, .infeasible, .eliminated, .eliminated])
    let exit = found.estimates[1].exit
    #expect(exit?.round == 0 && exit?.by == nil)
    #expect(found.estimates.map(\.isFeasible) == [true, false, true, true])
    // The nearest of those that keep it.
    #expect(found.next == 3 && Selection(found.rule).next == nil)
    #expect(found.closeCalls.isEmpty)
    // Means of 50.75 and 51.25 with a tolerance of 1.
    let close = Self.search(
      Self.rule(3, bound: 50, tolerance: 1),
      [[[4, 6], keeps], [[0, 1], [50.5, 51]], [[0, 1], [51, 51.5]]])
    #expect(close.estimates.map(\.status) == [.best, .infeasible, .infeasible])
    #expect(close.closeCalls == [1])
    // 0.4 - 0.3 is a little more than 0.1.
    let tied = Self.search(
      Self.rule(2, bound: 0.3, tolerance: 0.1), [[[4, 6], [0, 0]], [[0, 1], [0.4, 0.4]]])
    #expect(tied.estimates.map(\.status) == [.best, .infeasible] && tied.closeCalls == [1])
  }

  @Test("a larger max_runs goes on as if it had been given at once")
  func raised() throws {
    for (test, _) in try Self.cases() where test.rule.maxRuns > 200 {
      let whole = test.selection()
      var rule = test.rule
      rule.maxRuns = max(rule.alternatives * rule.firstStage, rule.maxRuns / 3)
      var short = Selection(rule)
      while !short.round.isEmpty { short.add(test.next(short)) }
      // Every decision that was made stands.
      for (one, later) in zip(short.estimates, whole.selection.estimates)
      where one.exit != nil {
        #expect(one.exit == later.exit, "\(test.id)")
      }
      #expect(short.runs <= rule.maxRuns, "\(test.id)")
    }
  }
}

extension JSON {
  fileprivate var whole: Int? { isMissing ? nil : int }
}
