import ArgumentParser
import PlainText
import SpreadModel
import StudyFiles

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Explain the built-in spread rules.",
    discussion: """
      EXAMPLE
        spreadlab rules

      A study may define more under "rules" with the same four parts; a program made with the \
      Swift library may add rules written in Swift.
      """)

  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    let known = SpreadRule.builtIn + SpreadRule.own
    if json {
      let rules = known.map { entry in
        JSONText.object([
          ("name", .string(entry.name)),
          ("neighborhood", .string(entry.rule.neighborhood.rawValue)),
          ("pool", .string(entry.rule.pool.rawValue)),
          ("draw", .string(entry.rule.draw.rawValue)),
          ("update", .string(entry.rule.update.rawValue)),
          ("explanation", .string(entry.explanation)), ("origin", .string(entry.origin)),
        ])
      }
      try Console.write(json: [("rules", .array(rules))])
      return
    }
    for entry in known {
      let rule = entry.rule
      try Console.write(
        """
        \(entry.name)
          \(rule.neighborhood.rawValue), \(rule.pool.rawValue), \(rule.draw.rawValue), \
        \(rule.update.rawValue)
          \(wrapped(entry.explanation, width: 76, indent: 2))
          \(wrapped("From: \(entry.origin)", width: 76, indent: 2))


        """)
    }
  }
}
