package import Foundation
package import SpreadModel

/// A case of `course.json`: a study in pieces and the exact law of its runs.
package struct CourseCase: Decodable, Sendable {
  package let id: String
  package let expected: CourseLaw
  private let model: Model
  private let rules: [String: Rule]

  private struct Rule: Decodable {
    let pool: SpreadRule.Pool
    let draw: SpreadRule.Draw
    let update: SpreadRule.Update
    /// A word, or the members of a kind that is not on this grid.
    let neighborhood: SpreadRule.Neighborhood?

    private enum CodingKeys: CodingKey { case pool, draw, update, neighborhood }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      func word<Part: RawRepresentable<String>>(_ key: CodingKeys) -> Part? {
        (try? members.decode(String.self, forKey: key)).flatMap(Part.init)
      }
      pool = word(.pool) ?? .healthy
      draw = word(.draw) ?? .exact
      update = word(.update) ?? .synchronous
      neighborhood = word(.neighborhood)
    }
  }

  private struct Model: Decodable {
    let groupSize: Int
    let columns: Int?
    let boundary: String?
    let infectionFactor: Double?
    let infectionProbability: Double?
    let rule: String
    let contacts: String?
    let introductions: [Entry]
    let stop: Stop
    let latentSteps: Int?
    let infectiousSteps: Int?
    let recoveryProbability: Double?
    let immuneSteps: Int?
    let immuneShare: Double?
    let immunePeople: [Int]?
    let startPeople: Int?

    struct Stop: Decodable {
      let share: Double
      let maxSteps: Int
    }

    struct Entry: Decodable {
      let step: Int
      let people: [Int]?
      let random: Int?
    }
  }

  /// All cases of the file in the engine tests' `Data` folder.
  package static func load() throws -> [CourseCase] {
    struct File: Decodable { let cases: [CourseCase] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(File.self, from: Data(contentsOf: file)).cases
  }

  package static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "SpreadEngineTests/Data/course.json")

  /// Its scenario; nil where people do not meet on a grid of four or eight neighbors.
  package var scenario: Scenario? {
    guard model.contacts ?? "grid" == "grid", let columns = model.columns,
      let rule = rules[model.rule], let neighborhood = rule.neighborhood
    else { return nil }
    var scenario = Scenario(
      grid: Grid(
        people: model.groupSize, columns: columns,
        boundary: model.boundary == "torus" ? .torus : .bounded),
      rule: SpreadRule(
        neighborhood: neighborhood, pool: rule.pool, draw: rule.draw, update: rule.update),
      infectionFactor: Int(model.infectionFactor ?? 3),
      infectionProbability: model.infectionProbability ?? 1,
      introductions: model.introductions.map { entry in
        Introduction(
          step: entry.step,
          place: entry.people.map { .people($0) } ?? entry.random.map { .random($0) } ?? .center)
      },
      stopShare: model.stop.share, maxSteps: model.stop.maxSteps)
    scenario.course.latentSteps = model.latentSteps ?? 0
    scenario.course.infectiousSteps = model.infectiousSteps.map { .steps($0) } ?? .forever
    scenario.course.recoveryProbability = model.recoveryProbability ?? 0
    scenario.course.immuneSteps = model.immuneSteps.map { .steps($0) } ?? .forever
    scenario.immuneShare = model.immuneShare ?? 0
    scenario.immunePeople = model.immunePeople ?? []
    scenario.startPeople = model.startPeople
    return scenario
  }
}
