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

  mutating func checkThreshold(_ search: ThresholdDesign, _ study: Study) {
    checkSearchedFactor(search)
    checkSearchedRange(search)
    checkSearchedResponse(search, study)
    checkSearchedRuns(search)
    if let first = child(child(root, "analysis"), "comparisons").elements.first {
      mistakes.add(
        .badRelation, at: first,
        "each search chooses its own levels, so hardly any two points can be compared; ask for "
          + "comparisons in a study with another design, such as \"factorial\"")
    }
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
    guard let numbers = search.factor.allowed.numbers else {
      add(
        .badRelation, at: "factor",
        "\(name) has words as levels, and a search needs numbers; give a numeric parameter such "
          + "as \"infection_probability\"")
      return
    }
    for (key, level) in [("from", search.from), ("to", search.to)] {
      switch numbers {
      case .whole(let range) where level != level.rounded():
        add(.notWhole, at: key, "\(level) is not \(Shape.whole(range).allowed)")
      case .whole(let range)
      where level < Double(range.lowerBound) || level > Double(range.upperBound):
        add(
          .outOfRange, at: key,
          "\(Shape.plain(level)) is not a level of \(name); give "
            + Shape.whole(range).allowed)
      case .real(let range) where !range.contains(level):
        add(
          .outOfRange, at: key,
          "\(Shape.plain(level)) is not a level of \(name); give "
            + Shape.real(range).allowed)
      default: break
      }
    }
    if case .whole = numbers, search.to - search.from < 2, search.from < search.to {
      add(
        .badRange, at: "to",
        "a search needs three levels or more, and from \(Shape.plain(search.from)) to "
          + "\(Shape.plain(search.to)) there are only two; give a wider range")
    }
  }

  private mutating func checkSearchedRange(_ search: ThresholdDesign) {
    guard search.from < search.to else {
      return add(
        .badRange, at: "to",
        search.from == search.to
          ? "a search needs two different ends; give a larger \"to\""
          : "\(Shape.plain(search.to)) is below \"from\", \(Shape.plain(search.from)); swap the "
            + "two")
    }
    if let message = search.scale.objection(from: search.from, to: search.to) {
      add(.badRange, at: "from", message)
    }
    let largest = max(abs(search.from), abs(search.to))
    // Levels are placed at a fifth of it.
    if largest + search.halfWidth / 5 == largest {
      add(
        .badRelation, at: "half_width",
        "\(search.halfWidth) is too small to change \(Shape.plain(largest)): numbers have 16 digits; "
          + "give more, such as a hundredth of the range")
    }
    if search.halfWidth >= (search.to - search.from) / 2 {
      add(
        .badRelation, at: "half_width",
        "this interval would be as wide as the range: half of the range is "
          + "\(Shape.plain((search.to - search.from) / 2)); give less, such as a hundredth of the "
          + "range")
    }
  }

  private mutating func checkSearchedResponse(_ search: ThresholdDesign, _ study: Study) {
    let response = search.response
    guard response.kind != .time else {
      return add(
        .badRelation, at: "response",
        "runs that end before \(response.rawValue) have no value, so it has no mean to search "
          + "with; give \(response.event.map { "\"\($0.rawValue)\"" } ?? "another response"), the "
          + "share of runs that get there, or \"steps\"")
    }
    let bounds = response.bounds(in: RunLimits(study))
    guard search.target <= bounds.lower || search.target >= bounds.upper else { return }
    let (low, high) = (Shape.plain(bounds.lower), Shape.plain(bounds.upper))
    add(
      .outOfRange, at: "target",
      bounds.upper == .infinity
        ? "a mean of \(response.rawValue) lies above \(low), so it cannot cross "
          + "\(Shape.plain(search.target)); give a larger number"
        : "a mean of \(response.rawValue) lies between \(low) and \(high), so it cannot cross "
          + "\(Shape.plain(search.target)); give a number between the two")
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
