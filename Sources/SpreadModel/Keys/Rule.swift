extension ModelKey {
  package static let rule = ModelKey(
    "rule", values: .name, defaultValue: .name("subset"), mayVary: true, isAlwaysWritten: true,
    section: "rules",
    meaning: "the spread rule, a built-in one or one of the study",
    identityLines: { scenario in
      // What the rule is counts, not its name.
      let rule = scenario.rule
      return [
        "neighborhood=\(rule.neighborhood.rawValue)", "pool=\(rule.pool.rawValue)",
        "draw=\(rule.draw.rawValue)", "update=\(rule.update.rawValue)",
      ]
    })
}
