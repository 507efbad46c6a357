import Foundation
import SpreadModel
import TestSupport
import Testing

@Suite("Every distribution of lengths") struct LengthTests {
  /// With a mean of whole numbers that is the kind's, to this distance: rounding moves that of a gamma variable.
  private static let examples: [(length: Length, distance: Double)] = [
    (.geometric(mean: 3.5), 1e-9), (.weights([0, 1, 0, 3, 0]), 1e-9),
    (.gamma(mean: 9, sd: 3), 1e-4),
  ]

  private static func parts(_ length: Length) -> (kind: LengthKind, numbers: [Double])? {
    if case .drawn(let kind, let numbers) = length { (kind, numbers) } else { nil }
  }

  @Test("has an example here, a name of its own, and its row in the docs")
  func all() throws {
    #expect(Self.examples.compactMap { Self.parts($0.length)?.kind } == LengthKind.all)
    #expect(LengthKind.all.map { LengthKind.named($0.name) } == LengthKind.all)
    let page = Repository.root.appending(path: "docs/study-people.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.firstMatch(of: #/^\| `{ "(\w+)": /#).map { String($0.1) } }
    #expect(rows == LengthKind.all.map(\.name))
  }

  @Test("has chances that fall from 1 to 0, and the mean that they add up to", arguments: [0, 1])
  func chances(least: Int) throws {
    for (length, distance) in Self.examples {
      let (kind, numbers) = try #require(Self.parts(length))
      #expect(length.problem(least: least) == nil)
      let chances: [Double] =
        switch kind.chances(numbers, least) {
        case .equal(let passing): (0..<2_000).map { pow(passing, Double($0)) }
        case .each(_, let reaching): [1] + (1..<2_000).map(reaching)
        }
      #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 >= $1 }, "\(length)")
      #expect(chances[1_999] == 0 || chances[1_999] < 1e-100)
      let mean = Double(least) + chances.dropFirst().reduce(0, +)
      #expect(abs(mean - length.mean) < distance, "\(length): \(mean)")
      if case .each(let most?, let reaching) = kind.chances(numbers, least) {
        #expect(reaching(most) > 0 && reaching(most + 1) == 0)
      }
    }
  }

  @Test("a gamma length near one step has another mean than was asked for")
  func roundedMeans() throws {
    // An exponential variable of mean 1 is rounded to t or more with exp(-(t - 0.5)); who acts does so once at least.
    let sum = exp(-1.5) / (1 - exp(-1))
    let length = Length.gamma(mean: 1, sd: 1)
    #expect(try abs(#require(length.roundedMean(least: 1)) - (1 + sum)) < 1e-6)
    #expect(
      length.roundedMean(least: 0) == nil
        && Length.gamma(mean: 9, sd: 3).roundedMean(least: 1) == nil)
    #expect(try abs(#require(Length.gamma(mean: 0.3, sd: 0.01).roundedMean(least: 1)) - 1) < 1e-9)
    for exact: Length in [
      3, .forever, .geometric(mean: 1), .weights([0, 1]), .gamma(mean: 1e6, sd: 1e6),
    ] {
      #expect(exact.roundedMean(least: 1) == nil)
    }
  }

  @Test("says how long nearly all infections last")
  func usualEnd() {
    func end(_ latent: Length, _ infectious: Length) -> Int? {
      var scenario = Scenario(
        grid: Grid(people: 9, columns: 3, boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous))
      (scenario.course.latentSteps, scenario.course.infectiousSteps) = (latent, infectious)
      return scenario.usualEndOfInfection
    }
    // (2/3)^19 is the first power below 1/2048.
    #expect(end(.geometric(mean: 2), .weights([0, 1, 0, 3, 0])) == 19 + 3)
    #expect(end(4, .geometric(mean: 1)) == 4 + 1)
    #expect(end(4, .forever) == nil)
    // An exponential variable of mean 10 is above x + 0.5 with exp(-(x + 0.5) / 10): below 1/2048 from 75.75 on.
    #expect(end(.gamma(mean: 10, sd: 10), 1) == 76 + 1)
  }
}
