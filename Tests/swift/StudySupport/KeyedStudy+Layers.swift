/// A study with the keys of contacts that differ, and of interventions on them.
extension KeyedStudy {
  var layeredBody: String {
    """
    "model": {
      "group_size": 36, "infection_factor": 2, "infection_probability": 0.3, "contacts": "town",
      "interventions": "seasons", "stop": { "max_steps": 9 }
    },
    "contacts": {
      "homes": { "kind": "places", "size": 3, "shuffle": true },
      "wards": { "kind": "places", "sizes": [1, 2, 1], "shuffle": false },
      "close": {
        "kind": "edges", "file": "\(Self.edges("weighted-edges.csv"))",
        "weight": { "column": "days", "exposure": 2 }, "ignore": ["weight", "days"]
      },
      "net": {
        "kind": "edges", "file": "\(Self.edges("weighted-edges.csv"))", "weight": "weight",
        "ignore": ["weight", "days"]
      },
      "town": {
        "kind": "layers",
        "layers": [
          { "contacts": "homes", "multiply": 2 }, { "contacts": "wards" }, { "contacts": "close" },
          { "contacts": "net", "multiply": 0.5 }
        ]
      }
    },
    "interventions": {
      "seasons": [
        { "when": { "step": 1 }, "set": { \(Self.series) } },
        { "when": { "step": 1 }, "multiply": { \(Self.series) } },
        {
          "when": { "step": 2 }, "multiply": { "infection_probability": 0.5 }, "layers": ["homes"],
          "until": { "after_steps": 2 }
        },
        { "when": { "step": 3 }, "keep_contacts": 0.6, "layers": ["net", "close"] }
      ]
    },
    "replicates": 2
    """
  }

  private static let series = [
    "infection_factor", "infection_probability", "recovery_probability",
  ].map { "\"\($0)\": { \"steps\": [0, 3], \"values\": [1, 0], \"period\": 7 }" }.joined(
    separator: ", ")
}
