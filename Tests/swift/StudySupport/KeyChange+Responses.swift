extension KeyedStudy {
  var responsesBody: String {
    """
    "model": { "group_size": 25, "stop": { "max_steps": 6 } },
    "responses": {
      "third": { "step_to_share": 0.3 }, "now": { "infected_at": 2 },
      "early": { "new_infections_between": [0, 1] }, "load": { "mean_infected_between": [1, 3] },
      "corner": { "share_in": { "rows": [0, 1], "columns": [3, 4] }, "at_step": 3 }
    },
    "replicates": 2
    """
  }
}

/// The keys of responses: what stored curves tell is free, what needs the map is not.
extension KeyChange {
  static let responses =
    [
      ("step_to_share", "third", "0.4"), ("infected_at", "now", "3"),
      ("new_infections_between", "early", "[1,1]"), ("mean_infected_between", "load", "[1,4]"),
    ].map { key, name, value in
      KeyChange(
        "responses.*.\(key)", in: .responses, "responses.\(name).\(key)=\(value)", .none)
    }
    + [
      ("share_in.rows", "[1,1]", "[0]"), ("share_in.columns", "[2,4]", "[0]"), ("at_step", "4", ""),
    ].map { key, value, place in
      KeyChange(
        "responses.*.\(key)", in: .responses, "responses.corner.\(key)=\(value)", .runs,
        reported: "$.responses.corner.\(key)\(place)")
    }
}
