package import SpreadModel

/// A session as a study file: its run 0 repeats the session, taps included, step for step.
///
/// Taps become introductions at the step at whose end the engine took them; introductions of the
/// study's point the session started from stay as they are and come first, as they did. The run
/// stops at the session's last step if it has not ended by itself before.
package struct SavedSession: Sendable {
  package var parameters: Parameters
  /// The rule as it was simulated, which may differ from the named one in its neighborhood.
  package var rule: SpreadRule
  package var introductions: [Introduction]
  package var steps: Int

  package init(_ state: LiveSession.State) {
    parameters = state.parameters
    rule = state.scenario.rule
    steps = state.log.step
    // Taps not handed over yet are part of what the page shows at its last step.
    let waiting = state.tapped
    let taps = state.introduced + (waiting.isEmpty ? [] : [(steps, waiting)])
    // All of them, later ones too: random ones are keyed by their place in the list.
    introductions =
      state.scenario.introductions
      + taps.map { tap in
        Introduction(step: tap.step, place: .people(tap.people.map { Int($0) }.sorted()))
      }
  }

  /// The name of the study, which is also the name of its file.
  package var name: String { "live-session-\(parameters.seed)" }

  /// The study file (docs/study-file.md).
  package var json: String {
    let isBuiltIn = SpreadRule.builtIn(named: parameters.rule) == rule
    let ruleName = isBuiltIn ? parameters.rule : "as_played"
    var lines = [
      "\"spreadlab\": 1",
      "\"study\": \"\(name)\"",
      "\"description\": \"A session of the live page, taps included.\"",
      "\"seed\": \(parameters.seed)",
      """
      "model": {
          "group_size": \(parameters.groupSize),
          "infection_factor": \(parameters.infectionFactor),
          "infection_probability": \(parameters.infectionProbability),
          "rule": "\(ruleName)",
          "columns": \(parameters.effectiveColumns),
          "boundary": "\(parameters.boundary)",
          "period": \(parameters.period == 0 ? 1 : parameters.period),
          "introductions": [\(introductionLines)],
          "stop": { "share": 1.0, "max_steps": \(steps) }
        }
      """,
    ]
    if !isBuiltIn {
      lines.append(
        """
        "rules": {
            "as_played": {
              "neighborhood": "\(rule.neighborhood.rawValue)", "pool": "\(rule.pool.rawValue)",
              "draw": "\(rule.draw.rawValue)", "update": "\(rule.update.rawValue)"
            }
          }
        """)
    }
    lines.append("\"replicates\": 1")
    lines.append("\"record\": { \"curves\": \"all\", \"maps\": 1 }")
    return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
  }

  private var introductionLines: String {
    let items = introductions.map { introduction in
      let place =
        switch introduction.place {
        case .center: "\"at\": \"center\""
        case .people(let people): "\"people\": [\(people.map(String.init).joined(separator: ", "))]"
        case .random(let count): "\"random\": \(count)"
        case .randomShare(let share): "\"random_share\": \(share)"
        }
      return "\n      { \"step\": \(introduction.step), \(place) }"
    }
    return items.isEmpty ? "" : items.joined(separator: ",") + "\n    "
  }
}
