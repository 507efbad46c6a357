extension KeyedStudy {
  var calibratedBody: String {
    """
    "model": { "group_size": 9, "stop": { "max_steps": 3 } },
    "factors": { "infection_probability": { "from": 0.1, "to": 0.9 } },
    "design": {
      "type": "calibration", "draws": 50, "tolerance": 1, "acceptance": 0.2, "max_runs": 1000,
      "data": [
        { "response": "final_infected", "values": [5] },
        { "curve": "infected", "step": 2, "values": [3] }
      ]
    }
    """
  }
}

/// The keys of a calibration.
extension KeyChange {
  static let calibrated =
    [KeyChange("design.draws", in: .calibrated, "design.draws=60", .points)]
    + [
      ("data", "data", #"[{"response":"steps","values":[2]}]"#),
      ("data[].response", "data[0].response", "peak_new"),
      ("data[].values", "data[0].values", "[6]"),
      ("data[].curve", "data[1].curve", "new_infections"), ("data[].step", "data[1].step", "1"),
    ].map { key, path, value in
      KeyChange(
        "design." + key, in: .calibrated, "design.\(path)=\(value)", .runs,
        reported: path.hasPrefix("data") ? "$.design.data" : nil)
    }
    // When a search ends: the runs there are those of another end, too.
    + [("tolerance", "2"), ("acceptance", "0.3"), ("max_runs", "900")].map { key, value in
      KeyChange("design." + key, in: .calibrated, "design.\(key)=\(value)", .label)
    }
}
