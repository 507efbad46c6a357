extension KeyedStudy {
  var searchedBody: String {
    """
    "model": { "group_size": 9, "stop": { "max_steps": 3 } },
    "design": {
      "type": "threshold", "factor": "infection_probability", "from": 0.1, "to": 0.9,
      "scale": "linear", "response": "reached_50pct", "target": 0.5, "half_width": 0.05,
      "confidence": 0.95, "max_runs": 500
    }
    """
  }
}

/// The keys of a threshold search.
extension KeyChange {
  static let searched =
    [("factor", "immune_share"), ("from", "0.2"), ("to", "0.8"), ("scale", "log")].map {
      key, value in
      KeyChange("design." + key, in: .searched, "design.\(key)=\(value)", .points)
    }
    + [
      ("response", "final_share"), ("target", "0.4"), ("half_width", "0.04"),
      ("confidence", "0.9"), ("max_runs", "600"),
    ].map { key, value in
      KeyChange("design." + key, in: .searched, "design.\(key)=\(value)", .runs)
    }
}
