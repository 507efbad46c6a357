package import Foundation
package import SpreadModel
internal import TestSupport

/// A case of `course.json` or, of the draw `each`, of `each.json`: a study in pieces and the exact distribution of its runs.
package struct CourseCase: Decodable, Sendable {
  package let id: String
  package let expected: CourseDistribution
  private let model: Model
  private let rules: [String: Rule]
  private let contacts: [String: Structure]?
  /// Of the file that a structure names.
  private let edges: [[UInt32]]?

  private struct Structure: Decodable {
    let kind: String
    let directed: Bool?
    let neighbors: Int?
    let rewire: Double?
    let meanDegree: Double?
    let degree: Int?
  }

  private struct Radius: Decodable {
    let radius: Int
    let metric: String
  }

  private struct Rule: Decodable {
    let pool: SpreadRule.Pool
    let draw: SpreadRule.Draw
    let update: SpreadRule.Update
    let neighborhood: SpreadRule.Neighborhood

    private static func mistake<Value>(_ path: [any CodingKey]) throws -> Value {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no such word"))
    }

    private enum CodingKeys: CodingKey { case pool, draw, update, neighborhood }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      func word<Part: RawRepresentable<String>>(_ key: CodingKeys) -> Part? {
        (try? members.decode(String.self, forKey: key)).flatMap(Part.init)
      }
      pool = word(.pool) ?? .healthy
      draw = word(.draw) ?? .exact
      update = word(.update) ?? .synchronous
      if let radius = try? members.decode(Radius.self, forKey: .neighborhood) {
        neighborhood = .within(
          radius: radius.radius,
          metric: SpreadRule.Neighborhood.Metric(rawValue: radius.metric) ?? .chebyshev)
      } else {
        neighborhood = try word(.neighborhood) ?? Self.mistake(members.codingPath)
      }
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

  /// All cases of a file.
  package static func load(_ file: URL = Self.file) throws -> [CourseCase] {
    struct File: Decodable { let cases: [CourseCase] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(File.self, from: Data(contentsOf: file)).cases
  }

  package static let file = Repository.data("engine/course.json")
  package static let fileOfEach = Repository.data("engine/each.json")

  /// Who meets whom; nil for a kind that is none.
  private var meeting: Contacts? {
    let name = model.contacts ?? "grid"
    guard let structure = contacts?[name] else {
      return name == "grid" ? .grid : name == "everybody" ? .everybody : nil
    }
    switch structure.kind {
    case "edges":
      let edges = edges ?? []
      return .edges(
        NeighborTable(
          people: model.groupSize, from: edges.map { $0[0] }, to: edges.map { $0[1] },
          isDirected: structure.directed ?? false))
    case "ring":
      return .ring(
        neighbors: structure.neighbors ?? 0, rewire: structure.rewire ?? 0, per: .replicate)
    case "random": return .random(meanDegree: structure.meanDegree ?? 0, per: .replicate)
    case "random_regular": return .randomRegular(degree: structure.degree ?? 0, per: .replicate)
    default: return nil
    }
  }

  /// Its scenario; nil where the case has words nobody knows.
  package var scenario: Scenario? {
    guard let rule = rules[model.rule], let meeting else { return nil }
    let columns = model.columns ?? Grid.squareColumns(people: model.groupSize)
    var scenario = Scenario(
      grid: Grid(
        people: model.groupSize, columns: columns,
        boundary: model.boundary == "torus" ? .torus : .bounded),
      rule: SpreadRule(
        neighborhood: rule.neighborhood, pool: rule.pool, draw: rule.draw, update: rule.update),
      infectionFactor: Int(model.infectionFactor ?? 3),
      infectionProbability: model.infectionProbability ?? 1,
      introductions: model.introductions.map { entry in
        Introduction(
          step: entry.step,
          place: entry.people.map { .people($0) } ?? entry.random.map { .random($0) } ?? .center)
      },
      stopShare: model.stop.share, maxSteps: model.stop.maxSteps)
    scenario.contacts = meeting
    scenario.course.latentSteps = .steps(model.latentSteps ?? 0)
    scenario.course.infectiousSteps = model.infectiousSteps.map { .steps($0) } ?? .forever
    scenario.course.recoveryProbability = model.recoveryProbability ?? 0
    scenario.course.immuneSteps = model.immuneSteps.map { .steps($0) } ?? .forever
    scenario.immuneShare = model.immuneShare ?? 0
    scenario.immunePeople = model.immunePeople ?? []
    scenario.startPeople = model.startPeople
    return scenario
  }
}
