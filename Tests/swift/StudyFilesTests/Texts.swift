import PlainText
import StudyFiles

/// Studies of the tests, made of a valid frame and the part a test is about.
enum Texts {
  /// A small valid study with these members besides name, seed and group size.
  static func study(_ body: String = "", model: String = "\"group_size\": 100") -> String {
    """
    {
      "spreadlab": 1,
      "study": "test",
      "seed": 7,
      "model": { \(model) }\(body.isEmpty ? "" : ",\n  " + body)
    }
    """
  }

  static func parse(_ text: String, _ overrides: [Override] = []) throws(StudyFileError) -> Study {
    try Study.parse(bytes: Array(text.utf8), file: "study.json", overrides: overrides)
  }

  /// The mistakes of a text; empty if it is a valid study.
  static func mistakes(_ text: String, _ overrides: [Override] = []) -> [Diagnostic] {
    do throws(StudyFileError) {
      _ = try parse(text, overrides)
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// The mistakes of a text by code and place, such as `missing $.factors`.
  static func places(_ text: String) -> [String] {
    mistakes(text).map { "\($0.code.rawValue) \($0.path)" }
  }

  /// The study of the contract's page, which uses most of the format.
  static let contract = """
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "rules_on_a_crowd",
      "description": "Which rule infects half of the group first?",
      "seed": 20261121,
      "model": {
        "infection_factor": 3, "columns": "square", "boundary": "bounded",
        "introductions": [{ "step": 0, "at": "center" }],
        "stop": { "share": 1.0, "max_steps": 10000 }
      },
      "rules": { "wide": { "neighborhood": "moore", "pool": "all", "draw": "exact", "update": "synchronous" } },
      "factors": {
        "group_size": { "values": [100, 2500] },
        "infection_probability": { "from": 0.1, "to": 1.0, "step": 0.1 },
        "rule": { "values": ["exact", "virus_app", "wide"] }
      },
      "design": { "type": "factorial" },
      "replicates": 1000,
      "random_numbers": "common",
      "record": { "curves": "all", "maps": 0 },
      "analysis": {
        "confidence": 0.95,
        "fits": [{ "model": "logistic", "to": "mean_curve" }],
        "comparisons": [{ "factor": "rule", "reference": "exact", "response": "step_to_50pct", "margin": 0.5 }]
      }
    }
    """
}
