/// Studies in which every key of a study file is given, in some of them each; all are run in a
/// few milliseconds.
package enum KeyedStudy: String, CaseIterable, Sendable {
  case constants, adaptive, analyzed, stepped, counted, sampled, listed, oneAtATime, points
  case contacts, everybody, dispersionSteps, dispersionCounts, contactLevels, contactBase
  case contactPoints, layered
  case course, courseRanges, immunityRanges, laterZipped, laterBase, laterPoints, numberBase
  case grouped, groupSteps, groupCounts, groupLevels, groupBase, groupPoints
  case geometricLengths, weightedLengths, gammaLengths, geometricBase, weightedBase, gammaBase
  case lengthLevels, lengthPoints, lengthReferences
  case responses, finalValues, searched, selected, selectedPoints, calibrated

  package var text: String {
    let description = self == .constants ? #""$schema": "here", "description": "A question.","# : ""
    return """
      { "spreadlab": 1, "study": "keys", "seed": 7, \(description)
      \(body)
      }
      """
  }

  private var body: String {
    switch self {
    case .contacts, .everybody, .dispersionSteps, .dispersionCounts, .contactLevels, .contactBase,
      .contactPoints:
      contactBody
    case .course, .courseRanges, .immunityRanges, .laterZipped, .laterBase, .laterPoints,
      .numberBase:
      laterBody
    case .layered: layeredBody
    case .grouped, .groupSteps, .groupCounts, .groupLevels, .groupBase, .groupPoints: groupBody
    case .geometricLengths, .weightedLengths, .gammaLengths, .geometricBase, .weightedBase,
      .gammaBase, .lengthLevels, .lengthPoints, .lengthReferences:
      periodsBody
    case .responses: responsesBody
    case .finalValues: finalValuesBody
    case .searched: searchedBody
    case .selected: selectedBody
    case .selectedPoints: selectedPointsBody
    case .calibrated: calibratedBody
    case .constants:
      """
      "model": {
        "group_size": 36, "infection_factor": 2, "infection_probability": 0.5, "rule": "own",
        "columns": 6, "boundary": "bounded", "period": 1, "shape_share": 0.3,
        "stop": { "share": 0.9, "max_steps": 8 },
        "introductions": [
          { "step": 0, "at": "center" }, { "step": 1, "people": [3, 5] },
          { "step": 2, "random": 2 }, { "step": 3, "random_share": 0.1 }
        ]
      },
      "rules": {
        "own": {
          "neighborhood": "moore", "pool": "healthy", "draw": "capped", "update": "sequential"
        }
      },
      "replicates": 2, "random_numbers": "common",
      "record": { "curves": "all", "maps": 0, "compress": false }
      """
    case .adaptive:
      """
      "model": { "group_size": 9 },
      "replicates": {
        "min": 30, "max": 60, "batch": 30,
        "until": [
          { "response": "final_share", "half_width": 0.5 },
          { "response": "final_infected", "relative_half_width": 0.5 }
        ]
      }
      """
    case .analyzed:
      """
      "model": { "group_size": 25, "stop": { "max_steps": 4 } },
      "factors": {
        "rule": { "values": ["exact", "push", "capped"] }, "infection_factor": { "values": [1, 2] }
      },
      "replicates": 5,
      "analysis": {
        "confidence": 0.9, "mean_interval": "t", "curve_bands": "pointwise", "correction": "holm",
        "family": "request",
        "fits": [{ "model": "logistic", "to": "mean_curve" }],
        "comparisons": [
          {
            "factor": "rule", "reference": "exact", "response": "final_share", "margin": 0.1,
            "better": "smaller", "test": "welch", "estimate": "mean_difference"
          },
          { "factor": "rule", "response": "final_infected" },
          { "factor": "rule", "response": "final_infected", "pooled": true }
        ],
        "sensitivity": { "responses": ["final_infected"] },
        "averted": [{ "factor": "rule", "reference": "exact" }]
      }
      """
    case .stepped:
      """
      "factors": {
        "group_size": { "from": 10, "to": 30, "step": 10 },
        "infection_factor": { "from": 1, "to": 3, "step": 1 },
        "infection_probability": { "from": 0.2, "to": 0.8, "step": 0.3 },
        "columns": { "from": 2, "to": 6, "step": 2 }
      },
      "design": { "type": "factorial" }, "replicates": 1
      """
    case .counted:
      """
      "factors": {
        "group_size": { "from": 20, "to": 32, "count": 3, "scale": "linear" },
        "infection_factor": { "from": 1, "to": 9, "count": 3, "scale": "linear" },
        "infection_probability": { "from": 0.1, "to": 0.9, "count": 3, "scale": "linear" },
        "columns": { "from": 2, "to": 8, "count": 3, "scale": "linear" }
      },
      "replicates": 1,
      "analysis": {
        "dose_responses": [
          {
            "response": "reached_50pct", "factor": "infection_probability", "link": "logit",
            "levels": [0.5]
          }
        ],
        "given": ["reached_50pct"]
      }
      """
    case .sampled:
      """
      "factors": {
        "group_size": { "from": 10, "to": 50, "scale": "linear" },
        "infection_factor": { "from": 2, "to": 80, "scale": "linear" },
        "infection_probability": { "from": 0.1, "to": 0.9, "scale": "linear" }
      },
      "design": { "type": "latin_hypercube", "points": 8 }, "replicates": 1
      """
    case .listed:
      """
      "factors": {
        "group_size": { "values": [12, 24] }, "infection_factor": { "values": [1, 2] },
        "infection_probability": { "values": [0.5, 1] }, "rule": { "values": ["exact", "capped"] },
        "columns": { "values": [4, 6] }, "boundary": { "values": ["bounded", "torus"] }
      },
      "replicates": 1
      """
    case .oneAtATime:
      """
      "factors": {
        "group_size": { "values": [12, 36] }, "infection_factor": { "values": [1, 3] },
        "infection_probability": { "values": [0.5, 0.75] },
        "rule": { "values": ["exact", "push"] }, "columns": { "values": [4, 2] },
        "boundary": { "values": ["bounded", "torus"] }
      },
      "design": {
        "type": "one_at_a_time",
        "base": {
          "group_size": 12, "infection_factor": 1, "infection_probability": 0.5, "rule": "exact",
          "columns": 4, "boundary": "torus"
        }
      },
      "replicates": 1
      """
    case .points:
      """
      "design": {
        "type": "list",
        "points": [
          {
            "group_size": 12, "infection_factor": 1, "infection_probability": 0.5,
            "rule": "exact", "columns": 6, "boundary": "bounded"
          },
          {
            "group_size": 24, "infection_factor": 2, "infection_probability": 0.5,
            "rule": "capped", "columns": 8, "boundary": "torus"
          }
        ]
      },
      "replicates": 1
      """
    }
  }
}
