/// Studies with the keys of groups, and of whom to vaccinate.
extension KeyedStudy {
  private static let ages = """
    "groups": {
      "ages": { "names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 0.5], [0.25, 1]] },
      "other": { "names": ["a", "b"], "shares": [0.25, 0.75] }
    },
    """
  private static let model = """
    "group_size": 6, "immune_share": 0.4, "stop": { "max_steps": 5 }
    """

  var groupBody: String {
    switch self {
    case .grouped:
      """
      "model": {
        \(Self.model), "immune_order": "mine", "vaccine_efficacy": 0.5, "interventions": "late"
      },
      "groups": {
        "ages": {
          "names": ["a", "b"], "shares": [0.5, 0.5], "in_order": false,
          "multiply": [[1, 0.5], [0.25, 1]]
        },
        "listed": { "names": ["a", "b", "c"], "file": "\(Self.edges("groups.csv"))" }
      },
      "orders": { "mine": { "file": "\(Self.edges("ranks.csv"))" } },
      "interventions": {
        "late": [{ "when": { "step": 1 }, "immunize_share": 0.5, "of_group": "a" }]
      },
      "responses": {
        "end": { "final_share_of": "a" },
        "early": { "share_in": { "group": "a" }, "at_step": 2 }
      },
      "factors": { "groups": { "values": ["ages", "listed"] } },
      "record": { "groups": 1 }, "replicates": 2
      """
    case .groupSteps, .groupCounts:
      """
      "model": { \(Self.model), "immune_order": "degree", "groups": "ages" },
      \(Self.ages)
      "factors": {
        "vaccine_efficacy": \(self == .groupSteps ? #"{ "from": 0.25, "to": 0.75, "step": 0.5 }"# : #"{ "from": 0.1, "to": 0.9, "count": 3, "scale": "linear" }"#)
      },
      "replicates": 1
      """
    case .groupLevels, .groupBase:
      """
      "model": { \(Self.model) },
      \(Self.ages)
      "factors": {
        "immune_order": { "values": ["random", "degree"] },
        "vaccine_efficacy": { "values": [1, 0.5] }, "groups": { "values": ["none", "ages"] }
      },
      "design": \(self == .groupLevels ? #"{ "type": "zip" }"# : #"{ "type": "one_at_a_time", "base": { "immune_order": "random", "vaccine_efficacy": 1, "groups": "none" } }"#),
      "replicates": 1
      """
    default:
      """
      "model": { \(Self.model) },
      \(Self.ages)
      "design": {
        "type": "list",
        "points": [
          { "immune_order": "random", "vaccine_efficacy": 1, "groups": "none" },
          { "immune_order": "degree", "vaccine_efficacy": 0.5, "groups": "ages" }
        ]
      },
      "replicates": 1
      """
    }
  }
}
