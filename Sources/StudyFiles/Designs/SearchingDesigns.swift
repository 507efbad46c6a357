import PlainText
import SpreadModel
import Statistics

/// The first levels of each search, search by search; `StudyRuns` places more.
extension ThresholdDesign: Design {
  static let name = "threshold"
  static let about =
    "Rounds of points around the level of a factor at which a mean crosses a target."

  func factors(_ given: [Factor], _ keys: StudyFileKeys) -> [Factor] { given + [asFactor] }

  /// The searched factor as one of the study's.
  var asFactor: Factor {
    Factor(parameter: factor, levels: .interval(from: from, to: to, scale: scale))
  }

  /// It chooses the levels of its factor, and how many runs there are.
  func objections(_ read: ReadStudy) -> [Objection] {
    objectionsToFactor(read) + objectionsToRuns(read.file)
  }

  private func objectionsToFactor(_ read: ReadStudy) -> [Objection] {
    // One that cannot be searched is not meant to be.
    guard factor.allowed.numbers != nil else { return [] }
    let name = factor.path
    return [
      read.keys.names(in: "factors").contains(name)
        ? Objection(
          .conflict, at: "design", "factor",
          say:
            "\(name) is also among the factors; the search chooses its levels itself, so remove it "
            + "there") : nil,
      Objection(
        .conflict, .givenKey(["model", name]),
        "\(name) is also the factor of the search; keep it in one of the two places"),
    ].compactMap(\.self)
  }

  private func objectionsToRuns(_ file: StudyFile) -> [Objection] {
    let first: Int
    switch file.replicates {
    case .adaptive:
      return [
        Objection(
          .conflict, at: "replicates",
          say:
            "a search decides itself how many runs there are; give the number of runs at each level "
            + "until the crossing is bracketed, or leave it out")
      ]
    case .fixed(let count): first = count
    case nil: first = Self.standardReplicates
    }
    var found: [Objection] = []
    if first < Self.fewestReplicates {
      found.append(
        Objection(
          .outOfRange, at: "replicates",
          say:
            "\(first) runs at a level are too few to tell on which side of the target its mean is; give "
            + "\(Self.fewestReplicates) or more"))
    }
    if maxRuns < 10 * first {
      found.append(
        Objection(
          .badRelation, given: "design", "max_runs",
          say: "\(maxRuns) runs are too few to bracket a crossing; give \(10 * first) or more, ten "
            + "times the runs at a level (\"replicates\", here \(first))"))
    }
    return found
  }

  func pointCount(_ study: Study) -> Double {
    (study.searchCount ?? 1) * Double(study.thresholdRule?.firstLevels.count ?? 1)
  }

  func mostRuns(_ study: Study) -> Double? { (study.searchCount ?? 1) * Double(maxRuns) }
  var goal: String? { "the crossing has its interval" }

  func levels(_ study: Study) -> PointLevels {
    let others = Factorial.levels(of: study.combinedFactors)
    let first = study.thresholdRule?.firstLevels ?? []
    let searched = Factor(parameter: factor, levels: .values([]))
    return (
      others.count * first.count,
      { index in
        var point = others.at(index / first.count)
        point[factor] = searched.level(first[index % first.count])
        return point
      }
    )
  }

  func mayRepeatPoints(_ study: Study) -> Bool { true }
  var placesPoints: Bool { true }

  func placesPoints(as other: any Design) -> Bool {
    guard var other = other as? Self else { return false }
    (other.halfWidth, other.confidence, other.maxRuns) = (halfWidth, confidence, maxRuns)
    return other == self
  }
}

/// The first generation, as drawn from the prior; `StudyRuns` draws more.
extension Calibration: Design {
  static let name = "calibration"
  static let about =
    "Draws from the factors' ranges that come closer and closer to data (spreadlab calibrate)."

  func complete(_ study: inout Study) { study.take(self) }

  func pointCount(_ study: Study) -> Double { Double(2 * draws) }

  func levels(_ study: Study) -> PointLevels {
    let shares = SequentialABC.priorShares(
      count: 2 * draws, dimension: study.factors.count, key: study.drawKey)
    return (shares.count, { study.levels(atShares: shares[$0]) })
  }

  var isSample: Bool { true }
  var placesPoints: Bool { true }

  func placesPoints(as other: any Design) -> Bool {
    guard var other = other as? Self else { return false }
    (other.tolerance, other.acceptance, other.maxRuns) = (tolerance, acceptance, maxRuns)
    return other == self
  }

  func mayRepeatPoints(_ study: Study) -> Bool { false }
  var variesAllTogether: Bool { true }
}
