extension KeyedStudy {
  var surfacesBody: String {
    """
    "factors": {
      "group_size": { "from": 10, "to": 50 }, "infection_probability": { "from": 0.1, "to": 0.9 }
    },
    "design": { "type": "central_composite", "corners": "rotatable" },
    "replicates": 2,
    "analysis": {
      "surfaces": [{
        "response": "final_share", "factors": ["group_size", "infection_probability"],
        "terms": "linear", "transform": "none", "weights": "runs"
      }]
    }
    """
  }
}

/// The keys of response surfaces and of their designs.
extension KeyChange {
  static let surfaces =
    [
      ("", "[]"), ("[].response", "peak_new"),
      ("[].factors", #"["infection_probability","group_size"]"#), ("[].terms", "interactions"),
      ("[].transform", "log"), ("[].weights", "variances"),
    ].map { key, value in
      KeyChange(
        "analysis.surfaces" + key, in: .surfaces,
        "analysis.surfaces\(key.replacing("[]", with: "[0]"))=\(value)", .none)
    } + [
      KeyChange("design.corners", in: .surfaces, "design.corners=face_centered", .points)
    ]
}
