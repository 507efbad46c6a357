/// Studies with the keys of courses, immunity and interventions.
extension KeyedStudy {
  /// The number of a structure that varies in them.
  package static let number = "interventions.lock.0.when.infected_share"

  /// Two lists, of which the second is there to be chosen in place of the first.
  private static let lists = """
    "interventions": {
      "lock": [
        { "when": { "infected_share": 0.1 }, "set": { "infection_factor": 1 } }
      ],
      "other": [{ "when": { "step": 2 }, "immunize_share": 0.5 }]
    }
    """

  var laterBody: String {
    switch self {
    case .course:
      """
      "model": {
        "group_size": 36, "latent_steps": 1, "infectious_steps": 3, "recovery_probability": 0.25,
        "immune_steps": 2, "immune_share": 0.1, "immune_people": [3, 5], "start_people": 2,
        "interventions": "lock", "stop": { "max_steps": 9 }
      },
      "interventions": {
        "lock": [
          {
            "when": { "step": 1 },
            "set": {
              "infection_factor": 1, "infection_probability": 0.5, "recovery_probability": 0.5
            },
            "until": { "after_steps": 2 }
          },
          {
            "when": { "infected_share": 0.1 },
            "multiply": {
              "infection_factor": 0.5, "infection_probability": 0.5, "recovery_probability": 0.5
            },
            "immunize_share": 0.1, "until": { "step": 7 }
          },
          {
            "when": { "ever_infected_share": 0.2 }, "immunize_share": 0.05,
            "until": { "infected_share": 0.01 }, "repeat": true
          },
          {
            "when": { "step": 3 }, "set": { "infection_factor": 2 },
            "until": { "ever_infected_share": 0.9 }
          }
        ]
      },
      "replicates": 2
      """
    case .courseRanges:
      """
      "model": { "group_size": 16, "stop": { "max_steps": 9 } },
      "factors": {
        "latent_steps": { "from": 1, "to": 3, "step": 2 },
        "infectious_steps": { "from": 1, "to": 9, "count": 3, "scale": "linear" },
        "recovery_probability": { "from": 0.1, "to": 0.9, "count": 3, "scale": "linear" },
        "immune_steps": { "from": 1, "to": 3, "step": 2 }
      },
      "replicates": 1
      """
    case .immunityRanges:
      """
      "model": { "group_size": 64, "interventions": "lock", "stop": { "max_steps": 9 } },
      \(Self.lists),
      "factors": {
        "latent_steps": { "from": 1, "to": 9, "count": 3, "scale": "linear" },
        "immune_steps": { "from": 1, "to": 9, "count": 3, "scale": "linear" },
        "infectious_steps": { "from": 1, "to": 3, "step": 2 },
        "recovery_probability": { "from": 0.25, "to": 0.75, "step": 0.5 },
        "immune_share": { "from": 0.25, "to": 0.75, "step": 0.5 },
        "start_people": { "from": 1, "to": 3, "step": 2 },
        "\(Self.number)": { "from": 0.25, "to": 0.75, "step": 0.5 }
      },
      "replicates": 1
      """
    case .numberBase:
      """
      "model": { "group_size": 36, "interventions": "lock", "stop": { "max_steps": 9 } },
      \(Self.lists),
      "factors": {
        "immune_share": { "from": 0.1, "to": 0.9, "count": 3, "scale": "linear" },
        "start_people": { "from": 1, "to": 9, "count": 3, "scale": "linear" },
        "\(Self.number)": { "from": 0.1, "to": 0.9, "count": 3, "scale": "linear" }
      },
      "design": {
        "type": "one_at_a_time",
        "base": { "immune_share": 0.1, "start_people": 1, "\(Self.number)": 0.1 }
      },
      "replicates": 1
      """
    case .laterZipped:
      """
      "model": { "group_size": 36, "stop": { "max_steps": 9 } },
      \(Self.lists),
      "factors": {
        "latent_steps": { "values": [0, 1] }, "infectious_steps": { "values": ["forever", 3] },
        "recovery_probability": { "values": [0.5, 0.25] }, "immune_steps": { "values": [2, 3] },
        "immune_share": { "values": [0, 0.25] }, "start_people": { "values": [1, 2] },
        "interventions": { "values": ["other", "lock"] }, "\(Self.number)": { "values": [0.5, 0.25] }
      },
      "design": { "type": "zip" }, "replicates": 1
      """
    case .laterBase:
      """
      "model": { "group_size": 36, "stop": { "max_steps": 9 } },
      \(Self.lists),
      "factors": {
        "latent_steps": { "values": [0, 1] }, "infectious_steps": { "values": ["forever", 3] },
        "recovery_probability": { "values": [0.5, 0.25] }, "immune_steps": { "values": [2, 3] },
        "immune_share": { "values": [0, 0.25] }, "start_people": { "values": [1, 2] },
        "interventions": { "values": ["other", "lock"] }
      },
      "design": {
        "type": "one_at_a_time",
        "base": {
          "latent_steps": 0, "infectious_steps": 3, "recovery_probability": 0.5, "immune_steps": 2,
          "immune_share": 0, "start_people": 1, "interventions": "other"
        }
      },
      "replicates": 1
      """
    default:
      """
      "model": { "group_size": 36, "stop": { "max_steps": 9 } },
      \(Self.lists),
      "design": {
        "type": "list",
        "points": [
          {
            "latent_steps": 0, "infectious_steps": 3, "recovery_probability": 0.5,
            "immune_steps": 2, "immune_share": 0, "start_people": 1, "interventions": "lock",
            "\(Self.number)": 0.5
          },
          {
            "latent_steps": 0, "infectious_steps": "forever", "recovery_probability": 0.25,
            "immune_steps": "forever", "immune_share": 0.5, "start_people": 9, "interventions": "none",
            "\(Self.number)": 0.25
          }
        ]
      },
      "replicates": 1
      """
    }
  }
}
