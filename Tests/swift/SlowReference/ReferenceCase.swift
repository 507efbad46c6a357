internal import Foundation
package import SpreadModel
internal import TestSupport

/// A case of the reference files: a scenario in their words.
package struct ReferenceCase<Expected: Decodable & Sendable>: Decodable, Sendable {
  package let id: String
  package let people: Int
  package let columns: Int
  package let rule: Rule
  package let k: Int
  package let p: Double
  package let start: Start
  /// Steps the distribution covers; deterministic cases go on to the end.
  package let steps: Int?
  package let expected: Expected

  package struct Rule: Decodable, Sendable {
    let neighborhood, boundary, pool, draw, update: String
  }

  package struct Start: Decodable, Sendable {
    let kind: String
    let positions: [Int]?
    let count: Int?
  }

  private struct File: Decodable { let cases: [ReferenceCase] }

  /// The cases of a file in `Tests/data/engine`.
  package static func load(_ name: String) throws -> [ReferenceCase] {
    let data = try Data(contentsOf: Repository.data("engine/\(name)"))
    return try JSONDecoder().decode(File.self, from: data).cases
  }

  /// - Throws: `UnknownWord` for a part of a rule the model does not have.
  package func scenario() throws -> Scenario {
    func word<Part: RawRepresentable>(_ text: String) throws -> Part
    where Part.RawValue == String {
      guard let part = Part(rawValue: text) else { throw UnknownWord(word: text) }
      return part
    }
    let place: Introduction.Place =
      start.kind == "random" ? .random(start.count ?? 0) : .people(start.positions ?? [])
    return Scenario(
      grid: Grid(people: people, columns: columns, boundary: try word(rule.boundary)),
      rule: SpreadRule(
        neighborhood: try word(rule.neighborhood), pool: try word(rule.pool),
        draw: try word(rule.draw), update: try word(rule.update)),
      infectionFactor: k, infectionProbability: p,
      introductions: [Introduction(step: 0, place: place)], maxSteps: steps ?? 10_000)
  }
}

package struct UnknownWord: Error {
  let word: String
}
