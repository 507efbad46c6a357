import PlainText
import SpreadModel
import StudyFiles

/// A saved session, read back from its study: what a session is restored from.
///
/// The last introductions that name people are the taps, and the last interventions such as a page makes
/// are its interventions: they can be undone and are left out by Reset. All others belong to the scenario.
package struct OpenedSession: Sendable {
  package let recipe: SessionRecipe
  /// Where the session stood when it was saved.
  package let step: Int
  /// Whether it is the second group of a comparison.
  let isSecond: Bool

  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - rules: those offered to the page.
  /// - Throws: if it is not the study of a saved session, or one that a page does not play.
  package init(
    bytes: [UInt8], file: String, rules: [OfferedRule]
  ) throws(Parameters.Mistake) {
    let (study, point) = try Self.read(bytes, file)
    let opened = OpenedStudy.Point(point, of: study)
    func refuse(_ problem: String) -> Parameters.Mistake { Self.mistake("\(file): \(problem)") }
    if let objection = opened.objection { throw refuse(objection) }
    var parameters = opened.parameters
    var offered = rules
    if SpreadRule.builtIn(named: point.ruleName) == nil {
      if let (rule, neighborhood) = Self.builtIn(like: point.rule) {
        parameters.values[.rule] = .name(rule)
        parameters.neighborhood = neighborhood.rawValue
      } else {
        offered.append(
          OfferedRule(name: point.ruleName, explanation: "A rule of the file.", rule: point.rule))
      }
    }
    if let mistake = parameters.mistakes(rules: offered).first { throw refuse(mistake.message) }
    var scenario = point.scenario
    step = scenario.maxSteps
    scenario.maxSteps = Parameters.mostSteps
    scenario.stopShare = 1
    let introduced = Self.takeTaps(of: &scenario)
    let interventions = Self.takeInterventions(of: &scenario)
    recipe = SessionRecipe(
      parameters, scenario, introduced: introduced, interventions: interventions)
    isSecond = study.name.hasSuffix(SavedSession.secondSuffix)
  }

  /// What the group begins with.
  package var setup: LiveSession.Setup { (recipe.parameters, recipe.scenario) }

  static func mistake(_ message: String) -> Parameters.Mistake {
    Parameters.Mistake(field: "open", message: message)
  }

  private static func read(
    _ bytes: [UInt8], _ file: String
  ) throws(Parameters.Mistake) -> (Study, Point) {
    let study: Study
    let points: [Point]
    do {
      // As of runs that are there, so that the server reads no file that a page names.
      study = try Study.parse(bytes: bytes, file: file, isStored: true)
      points = try study.points()
    } catch {
      let first = error.diagnostics[0]
      throw mistake(
        "\(file):\(first.line):\(first.column): \(first.path): \(first.message). Choose a file that "
          + "Save session has written.")
    }
    guard let point = points.first, points.count == 1, study.replicates == .fixed(1),
      study.key(of: point, replicate: 0) == RunKey(seed: study.seed, point: nil, replicate: 0)
    else {
      throw mistake(
        "\(file): a study, but not a saved session, which has one point, one replicate and common random "
          + "numbers. Open it with: spreadlab live FILE")
    }
    guard point.scenario.maxSteps <= Parameters.mostSteps else {
      throw mistake(
        "\(file): $.model.stop.max_steps is \(point.scenario.maxSteps), but a session has at most "
          + "\(Parameters.mostSteps) steps. Run it with: spreadlab run FILE")
    }
    return (study, point)
  }

  /// The rule of the program that differs in its neighborhood alone.
  private static func builtIn(
    like rule: SpreadRule
  ) -> (name: String, neighborhood: SpreadRule.Neighborhood)? {
    let one = SpreadRule.builtIn.first { builtIn in
      var changed = builtIn.rule
      changed.neighborhood = rule.neighborhood
      return changed == rule && builtIn.rule != rule
    }
    return one.map { ($0.name, rule.neighborhood) }
  }

  private static func takeTaps(of scenario: inout Scenario) -> [(step: Int, people: [Int32])] {
    var taps: [(step: Int, people: [Int32])] = []
    while let last = scenario.introductions.last, case .people(let people) = last.place,
      last.step <= taps.last?.step ?? .max
    {
      taps.append((last.step, people.map { Int32($0) }))
      scenario.introductions.removeLast()
    }
    return taps.reversed()
  }

  /// Those behind the last one that no page could have made.
  private static func takeInterventions(of scenario: inout Scenario) -> SessionInterventions {
    let all = scenario.interventions
    for first in all.indices {
      let rest = Array(all[first...])
      scenario.interventions = Array(all[..<first])
      let taken = SessionInterventions(saved: rest, in: scenario)
      if taken.list() == rest { return taken }
    }
    scenario.interventions = all
    return SessionInterventions()
  }
}

extension WordedError {
  /// Its message for somebody who looks at a page.
  var pageText: String {
    message.text { [$0.name, $0.value].compactMap(\.self).joined(separator: " ") }
  }
}
