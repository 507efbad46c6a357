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

  @Test("the forecast of two alternatives, from the first stage")
  func forecast() throws {
    var two = 0
    for (test, _) in try Self.cases()
    where test.rule.alternatives == 2 && test.rule.constraints.isEmpty {
      two += 1
      var selection = Selection(test.rule)
      #expect(selection.expectedRuns == nil)
      selection.add(test.next(selection))
      let differences = zip(test.values[0][0], test.values[1][0]).prefix(test.rule.firstStage)
        .compactMap { one, other in one.flatMap { one in other.map { one - $0 } } }
      let moments = Moments(of: differences)
      let (mean, variance) = (
        abs(try #require(moments.mean)), try #require(moments.variance)
      )
      let d = test.rule.indifference
      let each = max(
        Double(test.rule.firstStage),
        (test.rule.boundary * variance / (d * (2 * mean + d))).rounded(.up))
      #expect(selection.expectedRuns == 2 * each, "\(test.id)")
    }
    #expect(two > 10)
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
