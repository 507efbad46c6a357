extension KeyedStudy {
  var responsesBody: String {
    """
    "model": { "stop": { "max_steps": 6 } },
    "responses": {
      "third": { "step_to_share": 0.3 }, "now": { "infected_at": 2 },
      "early": { "new_infections_between": [0, 1] }, "load": { "mean_infected_between": [1, 3] },
      "corner": { "share_in": { "rows": [0, 1], "columns": [3, 4] }, "at_step": 3 },
      "most": { "peak_of": "infected" }, "few": { "at_most": 9, "of": "now" },
      "many": { "at_least": 9, "of": "now" }, "cost": { "multiply": 2, "of": "now" },
      "size": { "level_of": "group_size" }
    },
    "factors": { "group_size": { "values": [25] }, "infection_probability": { "values": [0.5] } },
    "replicates": 2
    """
  }
}

extension KeyedStudy {
  var finalValuesBody: String {
    """
    "model": { "group_size": 25, "rule": "each_contact", "infectious_steps": 1 },
    "responses": { "critical": { "critical_probability": { "share": 0.3 } } },
    "factors": { "infection_probability": { "values": [0.3, 0.6] } },
    "record": {
      "responses": "final", "final_size_curves": { "from": 0.1, "to": 0.9, "levels": 3 }
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
      ("peak_of", "most", "new_infections"), ("at_most", "few", "8"), ("at_least", "many", "8"),
      ("multiply", "cost", "3"), ("of", "cost", "load"),
      ("level_of", "size", "infection_probability"),
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
    + [
      KeyChange(
        "responses.*.critical_probability.share", in: .finalValues,
        "responses.critical.critical_probability.share=0.4", .runs)
    ]
    + [("from", "0.2"), ("to", "0.8"), ("levels", "4")].map { key, value in
      KeyChange(
        "record.final_size_curves.\(key)", in: .finalValues,
        "record.final_size_curves.\(key)=\(value)", .continued)
    }
}
