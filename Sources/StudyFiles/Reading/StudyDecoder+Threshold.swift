import PlainText
import SpreadModel
import Statistics

/// How the design `threshold` is read, and what must hold for it.
extension StudyDecoder {
  /// Whether the study is a search.
  var isSearch: Bool { root["design"]?["type"]?.string == "threshold" }

  /// The name of the factor that is searched, or may be under a design whose name is mistyped; nil of other
  /// designs.
  var searchedName: String? {
    isSearch || hasUnknownDesign ? root["design"]?["factor"]?.string : nil
  }

  mutating func checkThreshold(_ search: ThresholdDesign) {
    checkSearchedFactor(search)
    checkSearchedRuns(search)
  }

  /// A mistake in a member of the design, or in the design where there is none.
  mutating func add(_ code: ErrorCode, at key: String, _ message: String) {
    guard let design = root["design"] else { return }
    mistakes.add(code, at: design[key]?.place ?? design.key, message)
  }

  private mutating func checkSearchedFactor(_ search: ThresholdDesign) {
    let name = search.factor.path
    if root["factors"]?[name] != nil {
      add(
        .conflict, at: "factor",
        "\(name) is also among the factors; the search chooses its levels itself, so remove it "
          + "there")
    }
    if let constant = root["model"]?[name] {
      mistakes.add(
        .conflict, at: constant.key,
        "\(name) is also the factor of the search; keep it in one of the two places")
    }
  }

  private mutating func checkSearchedRuns(_ search: ThresholdDesign) {
    let value = root["replicates"]
    if let value, value.isObject {
      return mistakes.add(
        .conflict, at: value,
        "a search decides itself how many runs there are; give the number of runs at each level "
          + "until the crossing is bracketed, or leave it out")
    }
    let first = value?.number?.integer ?? ThresholdDesign.standardReplicates
    if let value, first < ThresholdDesign.fewestReplicates {
      mistakes.add(
        .outOfRange, at: value,
        "\(first) runs at a level are too few to tell on which side of the target its mean is; give "
          + "\(ThresholdDesign.fewestReplicates) or more")
    }
    if search.maxRuns < 10 * first, root["design"]?["max_runs"] != nil {
      add(
        .badRelation, at: "max_runs",
        "\(search.maxRuns) runs are too few to bracket a crossing; give \(10 * first) or more, ten "
          + "times the runs at a level (\"replicates\", here \(first))")
    }
  }
}

extension ThresholdDesign {
  /// The searched factor as one of the study's.
  var asFactor: Factor {
    Factor(parameter: factor, levels: .interval(from: from, to: to, scale: scale))
  }
}
