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
    let group_size: Int
    let columns: Int?
    let boundary: String?
    let infection_factor: Double?
    let infection_probability: Double?
    let rule: String
    let contacts: String?
    let introductions: [Entry]
    let stop: Stop
    let latent_steps: Int?
    let infectious_steps: Int?
    let recovery_probability: Double?
    let immune_steps: Int?
    let immune_share: Double?
    let immune_people: [Int]?
    let start_people: Int?

    struct Stop: Decodable {
      let share: Double
      let max_steps: Int
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
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
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
        people: model.group_size, columns: columns,
        boundary: model.boundary == "torus" ? .torus : .bounded),
      rule: SpreadRule(
        neighborhood: neighborhood, pool: rule.pool, draw: rule.draw, update: rule.update),
      infectionFactor: Int(model.infection_factor ?? 3),
      infectionProbability: model.infection_probability ?? 1,
      introductions: model.introductions.map { entry in
        Introduction(
          step: entry.step,
          place: entry.people.map { .people($0) } ?? entry.random.map { .random($0) } ?? .center)
      },
      stopShare: model.stop.share, maxSteps: model.stop.max_steps)
    scenario.course.latentSteps = model.latent_steps ?? 0
    scenario.course.infectiousSteps = model.infectious_steps.map { .steps($0) } ?? .forever
    scenario.course.recoveryProbability = model.recovery_probability ?? 0
    scenario.course.immuneSteps = model.immune_steps.map { .steps($0) } ?? .forever
    scenario.immuneShare = model.immune_share ?? 0
    scenario.immunePeople = model.immune_people ?? []
    scenario.startPeople = model.start_people
    return scenario
  }
}
