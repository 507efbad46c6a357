/// A study file to begin with, for `spreadlab new`.
package enum StudyStarter {
  /// A small study that shows the most used keys; runs within seconds.
  package static let text = """
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_study",
      "description": "How fast is a group infected under two rules?",
      "seed": 20261121,
      "model": {
        "infection_factor": 3,
        "introductions": [{ "step": 0, "at": "center" }],
        "stop": { "share": 1.0, "max_steps": 10000 }
      },
      "factors": {
        "group_size": { "values": [100, 400] },
        "infection_probability": { "from": 0.2, "to": 1.0, "step": 0.2 },
        "rule": { "values": ["subset", "virus_app"] }
      },
      "replicates": 200,
      "analysis": {
        "fits": [{ "model": "logistic" }, { "model": "power" }],
        "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }]
      }
    }

    """
}
