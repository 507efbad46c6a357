extension KeyedStudy {
  var selectedBody: String {
    """
    "model": { "group_size": 9, "stop": { "max_steps": 4 } },
    "factors": { "infection_probability": { "values": [0.2, 0.9] } },
    "design": {
      "type": "select", "response": "step_to_90pct", "up_to": 4, "best": "smallest", "indifference": 0.5,
      "confidence": 0.9, "batch": 5, "first_stage": 20, "max_runs": 500,
      "subject_to": [
        { "response": "final_infected", "at_most": 9, "tolerance": 0.5 },
        { "response": "final_infected", "at_least": 1, "tolerance": 0.5 }
      ]
    }
    """
  }

  var selectedPointsBody: String {
    """
    "model": { "group_size": 9, "stop": { "max_steps": 4 } },
    "design": {
      "type": "select", "response": "final_share", "best": "largest", "indifference": 0.1, "max_runs": 500,
      "points": [{ "infection_probability": 0.2 }, { "infection_probability": 0.9 }]
    }
    """
  }
}

/// The keys of a selection.
extension KeyChange {
  static let selected =
    [
      ("response", "step_to_50pct"), ("up_to", "3"), ("best", "largest"), ("indifference", "0.6"),
      ("confidence", "0.95"), ("batch", "6"), ("first_stage", "21"), ("max_runs", "600"),
      ("subject_to[].response", "peak_new"), ("subject_to[].at_most", "8"),
      ("subject_to[].tolerance", "0.4"),
    ].map { key, value in
      KeyChange(
        "design." + key, in: .selected,
        "design.\(key.replacing("[]", with: "[0]"))=\(value)", .continued)
    } + [
      KeyChange(
        "design.subject_to[].at_least", in: .selected, "design.subject_to[1].at_least=2", .continued
      ),
      KeyChange(
        "design.subject_to", in: .selected,
        #"design.subject_to=[{"response":"final_infected","at_most":9,"tolerance":0.5}]"#,
        .continued),
      KeyChange(
        "design.points[].infection_probability", in: .selectedPoints,
        "design.points[0].infection_probability=0.3", .points),
    ]
}
