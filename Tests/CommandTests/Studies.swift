/// Studies of the tests: small, but with several points, rules and step counts.
enum Studies {
  /// Two rules, three sizes, curves and a few maps: about 0.3 s of work.
  static let small = study(
    """
      "factors": {
        "group_size": { "values": [10, 100, 900] },
        "infection_probability": { "values": [0.3, 1.0] },
        "rule": { "values": ["exact", "virus_app"] }
      },
      "replicates": 200,
      "record": { "curves": "all", "maps": 1 }
    """)

  /// People recover, are immune and fall ill again, something changes; everything is recorded.
  static let course = study(
    """
      "model": {
        "group_size": 900, "infectious_steps": 6, "immune_share": 0.1, "interventions": "lockdown",
        "introductions": [{ "step": 0, "at": "center" }, { "step": 9, "random": 2 }],
        "stop": { "max_steps": 40 }
      },
      "interventions": {
        "lockdown": [{
          "when": { "infected_share": 0.05 }, "multiply": { "infection_probability": 0.5 },
          "immunize_share": 0.05, "until": { "infected_share": 0.02 }
        }]
      },
      "factors": {
        "immune_steps": { "values": [3, "forever"] },
        "recovery_probability": { "values": [0, 0.2] },
        "rule": { "values": ["exact", "virus_app"] }
      },
      "replicates": 60,
      "record": { "curves": "all", "maps": 2, "transmissions": 30 }
    """)

  /// Responses of its own, some told by curves and one by maps, and everything that asks for them.
  static let ownResponses = study(
    """
      "model": { "group_size": 60, "columns": 10, "stop": { "max_steps": 15 } },
      "responses": {
        "fifth": { "step_to_share": 0.2 }, "at_four": { "infected_at": 4 },
        "corner": { "share_in": { "rows": [4, 5], "columns": [8, 9] }, "at_step": 9 },
        "early": { "new_infections_between": [0, 5] }, "load": { "mean_infected_between": [3, 12] }
      },
      "factors": {
        "infection_probability": { "values": [0.2, 0.4, 0.8] },
        "rule": { "values": ["subset", "push"] }
      },
      "replicates": 60,
      "record": { "curves": "all", "maps": 3 },
      "analysis": {
        "comparisons": [
          { "factor": "rule", "response": "fifth" }, { "factor": "rule", "response": "load" },
          { "factor": "rule", "response": "corner", "margin": 0.1 }
        ],
        "dose_responses": [{ "response": "reached_fifth", "factor": "infection_probability" }],
        "sensitivity": { "responses": ["early", "corner"] }
      }
    """)

  /// More rows of a point than are kept in memory until it is its turn.
  static let manyRuns = study(
    """
      "factors": {
        "group_size": { "values": [100, 9, 25] },
        "infection_probability": { "values": [0.4, 1.0] }
      },
      "replicates": 10000
    """)

  /// Points whose rows are made in parts, with every table of points.
  static let inParts = study(
    """
      "model": { "group_size": 9, "stop": { "max_steps": 4 } },
      "factors": { "infection_probability": { "values": [0.4, 1.0] } },
      "replicates": 8193,
      "record": { "curves": 4100, "maps": 2, "transmissions": 2 },
      "analysis": {
        "curve_bands": "simultaneous",
        "fits": [
          { "model": "logistic", "to": "mean_curve" }, { "model": "exponential", "to": "each_run" }
        ]
      }
    """)

  /// About a second of work on one core, in many blocks: long enough to be stopped in the middle.
  static let long = study(
    """
      "factors": {
        "group_size": { "values": [400, 2500] },
        "infection_factor": { "values": [1, 3] },
        "rule": { "values": ["exact", "capped", "subset"] }
      },
      "replicates": 2000,
      "record": { "curves": 20 }
    """)

  static func study(_ body: String, seed: Int = 7) -> String {
    """
    {
      "spreadlab": 1,
      "study": "test",
      "seed": \(seed),
    \(body)
    }
    """
  }
}
