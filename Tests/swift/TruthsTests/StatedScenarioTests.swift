import Foundation
import PlainText
import SpreadModel
import TestSupport
import Testing
import Truths

/// What is simulated is what the words of each truth and docs/validation.md say.
@Suite struct StatedScenarioTests {
  private static let all = [Truth].all(upTo: .deep)

  /// Numbers behind `name = `, such as 1/2, once each.
  private func numbers(_ name: String, in words: String) throws -> Set<Double> {
    let pattern = try Regex(
      "\\b\(name) = ([0-9./]+[0-9])|\\b\(name) = ([0-9])",
      as: (
        Substring, Substring?, Substring?
      ).self)
    return Set(
      words.matches(of: pattern).compactMap { match in
        let parts = (match.1 ?? match.2 ?? "").split(separator: "/").compactMap { Double($0) }
        return parts.count == 2 ? parts[0] / parts[1] : parts.first
      })
  }

  /// A number as `Judge` writes it, of six digits behind the point.
  private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private func people(_ place: Introduction.Place?, of arm: Scenario) -> [Int] {
    if case .people(let people)? = place { return people }
    return [arm.grid.center]
  }

  @Test("sizes, as rows and columns or as people")
  func sizes() throws {
    for truth in Self.all {
      // All rows are full.
      let grids = truth.scenario.matches(of: /(\d+) x (\d+)/).map { [Int($0.1), Int($0.2)] }
      let columns = truth.scenario.firstMatch(of: /(\d+) people in (\d+) columns/)
      let groups = truth.scenario.matches(
        of: /^(\d+) people|a (?:row|ring|star|path|binary tree) of (\d+)/
      ).compactMap { Int($0.1 ?? $0.2 ?? "") }
      let found = truth.arms.map(\.grid)
      if !grids.isEmpty {
        #expect(
          Set(grids) == Set(found.map { [$0.people / $0.columns, $0.columns] }), "\(truth.id)")
        #expect(found.allSatisfy { $0.people.isMultiple(of: $0.columns) }, "\(truth.id)")
      } else if !groups.isEmpty {
        #expect(Set(groups) == Set(found.map(\.people)), "\(truth.id)")
        if truth.scenario.contains("a row of") {
          #expect(found.allSatisfy { $0.columns == $0.people }, "\(truth.id)")
        }
      } else {
        #expect(columns != nil, "\(truth.id)")
      }
      if let columns {
        #expect(
          found.allSatisfy { Int(columns.1) == $0.people && Int(columns.2) == $0.columns },
          "\(truth.id)")
      }
    }
  }

  @Test("k, p, and the course of the disease")
  func numbers() throws {
    for truth in Self.all {
      let (words, arms) = (truth.scenario, truth.arms)
      if words.contains("uncapped") || words.contains("without a cap") {
        #expect(arms.allSatisfy { $0.infectionFactor >= $0.grid.people - 1 }, "\(truth.id)")
      } else if isNumber(arms[0]) {
        #expect(arms.allSatisfy { $0.infectionFactor > 0 }, "\(truth.id)")
      } else {
        #expect(
          try numbers("k", in: words).isSubset(of: arms.map { Double($0.infectionFactor) }),
          "\(truth.id)")
        #expect(try !numbers("k", in: words).isEmpty, "\(truth.id)")
      }
      let p = Set(arms.map { rounded($0.infectionProbability) })
      let saidP = Set(try numbers("p", in: words).map(rounded))
      #expect(saidP == p || truth.id.hasPrefix("P12."), "\(truth.id)")
      func course(_ name: String, _ values: [Double?], unsaid: Double? = nil) throws {
        let (said, found) = (try numbers(name, in: words), Set(values.compactMap(\.self)))
        let silent = Set([unsaid].compactMap(\.self))
        #expect(said.subtracting(silent) == found.subtracting(silent), "\(truth.id): \(name)")
      }
      let courses = arms.map(\.course)
      try course("L", courses.map { Double($0.latentSteps) }, unsaid: 0)
      try course("D", courses.map { $0.infectiousSteps.steps.map(Double.init) })
      try course("c", courses.map(\.recoveryProbability), unsaid: 0)
      try course("W", courses.map { $0.immuneSteps.steps.map(Double.init) })
    }
  }

  @Test("the rule's parts and the boundary")
  func rules() throws {
    for truth in Self.all {
      let (words, arms) = (truth.scenario, truth.arms)
      let parts = Set(
        words.split { ",:".contains($0) }.flatMap { $0.split(separator: " and ") }
          .map { $0.trimmingCharacters(in: .whitespaces) })
      let names = words.replacing("von Neumann", with: "von_neumann")
        .split { !($0.isLetter || $0 == "_") }.map(String.init)
      func check<Part: RawRepresentable & Hashable>(
        _ known: [Part], _ said: (Part) -> Bool, _ part: (SpreadRule) -> Part
      ) {
        let said = Set(known.filter(said))
        #expect(said.isEmpty || said == Set(arms.map { part($0.rule) }), "\(truth.id): \(said)")
      }
      check(SpreadRule.Neighborhood.allCases, { names.contains($0.rawValue) }, \.neighborhood)
      check(SpreadRule.Draw.allCases, { parts.contains($0.rawValue) }, \.draw)
      check(
        SpreadRule.Pool.allCases, { parts.contains($0.rawValue) }, \.pool)
      check(
        SpreadRule.Update.allCases,
        {
          parts.contains($0.rawValue) || parts.contains("both updates")
            || words.contains("both updates")
        },
        \.update)
      if let within = words.firstMatch(of: /radius (\d+), (\w+)/) {
        #expect(
          arms[0].rule.neighborhood.rawValue == "radius \(within.1) \(within.2)", "\(truth.id)")
      }
      let isTorus =
        words.contains("torus")
        || words.hasPrefix("a ring") && arms[0].contacts == .grid
      #expect(arms.allSatisfy { ($0.grid.boundary == .torus) == isTorus }, "\(truth.id)")
    }
  }

  /// Who is introduced, where words say it.
  private static let starts: [(words: String, people: @Sendable (Grid) -> [Int])] = [
    ("from the middle of", { [$0.center] }), ("from the middle,", { [$0.center] }),
    ("from a full row", { Array(0..<$0.columns) }), ("from the northwest", { _ in [0] }),
    ("from a corner,", { _ in [0] }), ("the western two introduced", { _ in [0, 1] }),
    ("the west introduced", { Array(stride(from: 0, to: $0.people, by: $0.columns)) }),
  ]

  @Test("who is introduced or immune from the start")
  func people() throws {
    let counts = ["two": 2, "three": 3, "four": 4]
    for truth in Self.all {
      let words = truth.scenario
      let isGrid = truth.arms.allSatisfy { $0.contacts == .grid }
      let known = isGrid ? Self.starts.first { words.contains($0.words) }?.people : nil
      let person = words.firstMatch(of: /from person (\d+)/).flatMap { Int($0.1) }
      let count = words.firstMatch(of: /, (\w+) introduced/).flatMap { some in
        counts["\(some.1)"] ?? Int(some.1)
      }
      let share = words.firstMatch(of: /a share of ([0-9.]+) immune/).flatMap { Double($0.1) }
      let immune = words.firstMatch(of: /, (two|four) immune/).flatMap { counts["\($0.1)"] } ?? 0
      let stop = words.contains("5 % ") ? 0.05 : words.contains("a quarter of the group") ? 0.25 : 1
      for arm in truth.arms {
        let grid = arm.grid
        let start = people(arm.introductions.first?.place, of: arm)
        #expect(Set(start).count == start.count && Set(start).isSubset(of: 0..<grid.people))
        if let known {
          #expect(start == known(grid), "\(truth.id)")
        } else if let person {
          #expect(start == [person], "\(truth.id)")
        } else {
          #expect(start.count == count ?? 1, "\(truth.id)")
        }
        let few = Int((arm.immuneShare * Double(grid.people)).rounded()) + arm.immunePeople.count
        if words.contains("the east immune") {
          #expect(arm.immunePeople == [grid.people - 1], "\(truth.id)")
        } else if let share {
          #expect(rounded(arm.immuneShare) == share, "\(truth.id)")
        } else {
          #expect(few == immune, "\(truth.id)")
        }
        #expect(arm.stopShare == stop && (stop == 1 || arm.shapeShare == 0.25), "\(truth.id)")
      }
    }
  }

  private func isNumber(_ arm: Scenario) -> Bool {
    if case .number = arm.rule.draw { true } else { false }
  }

  @Test("numbers of contacts and degrees of random graphs")
  func contacts() throws {
    var seen = 0
    for truth in Self.all where truth.id.hasPrefix("G") {
      let (words, arm) = (truth.scenario, truth.arms[0])
      if case .number(let distribution) = arm.rule.draw {
        seen += 1
        if case .weights(let weights) = distribution {
          let said = words.firstMatch(of: /weights ((?:\d, )+\d)/)?.1.split(separator: ", ")
          #expect(said?.compactMap { Double($0) } == weights, "\(truth.id)")
          continue
        }
        let mean = words.firstMatch(of: /of mean ([0-9.]+)/).flatMap { Double($0.1) }
        #expect(mean == arm.realInfectionFactor ?? Double(arm.infectionFactor), "\(truth.id)")
        let dispersion = words.firstMatch(of: /dispersion ([0-9.]+)/).flatMap { Double($0.1) }
        var expected = arm.course.infectiousnessDispersion
        if case .negativeBinomial(let own) = distribution { expected = own }
        #expect(dispersion == expected, "\(truth.id)")
      } else if case .drawn(let graph, _) = arm.contacts,
        truth.id.hasPrefix("G8") || truth.id.hasPrefix("G9")
      {
        seen += 1
        let degree = truth.id.split { "_.".contains($0) }[2]
        #expect(graph.values[0].number == Double(degree), "\(truth.id)")
      }
    }
    #expect(seen == 34)
  }

  @Test("the chances of all outcomes of a distribution are 1 together")
  func chances() {
    for truth in Self.all {
      guard case .distribution(let chances) = truth.claim else { continue }
      #expect(chances.allSatisfy { $0 >= 0 }, "\(truth.id)")
      #expect(abs(chances.reduce(0, +) - 1) < 1e-9, "\(truth.id)")
    }
  }

  @Test("large groups infect in one step alone, as the branching processes of their expectations")
  func generations() {
    let truths = Self.all.filter { truth in ["G7", "G8", "G9"].contains { truth.matches($0) } }
    #expect(truths.count == 7 + 10 + 9)
    for course in truths.map(\.arms[0].course) {
      #expect(course.infectiousSteps.steps == 1 && course.latentSteps == 0)
    }
  }

  /// Such as "3, 50", or "4 to 100" of more than eight values.
  private static func list(_ values: some Sequence<Double>) -> String {
    let format = FloatingPointFormatStyle<Double>.number.locale(Locale(identifier: "en_US"))
      .precision(.significantDigits(1...6))
    let texts = Set(values).sorted().map(format.format)
    return texts.count > 8
      ? "\(texts[0]) to \(texts[texts.count - 1])" : texts.joined(separator: ", ")
  }

  @Test("docs/validation.md says of each entry how many people, steps and runs there are")
  func documented() throws {
    let page = Repository.root.appending(path: "docs/validation.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| entry | truths | people |") }) + 2
    let entries = Self.all.map { String($0.id.prefix { $0 != "." }) }
    let rows = entries.indices.filter { entries.firstIndex(of: entries[$0]) == $0 }.map { place in
      let truths = Self.all.filter { $0.matches(entries[place]) }
      let arms = truths.flatMap(\.arms)
      let cells = [
        entries[place], "\(truths.count)", Self.list(arms.map { Double($0.grid.people) }),
        Self.list(arms.map(\.infectionProbability)), Self.list(arms.map { Double($0.maxSteps) }),
        Self.list(truths.map { Double($0.runs) }),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    #expect(
      Array(lines[start...].prefix { $0.hasPrefix("|") }) == rows,
      "\(rows.joined(separator: "\n"))")
  }
}
