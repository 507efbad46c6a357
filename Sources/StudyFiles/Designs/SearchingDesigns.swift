import PlainText
import SpreadModel
import Statistics

/// The first levels of each search, search by search; `StudyRuns` places more.
extension ThresholdDesign: Design {
  static let name = "threshold"
  static let about =
    "Rounds of points around the level of a factor at which a mean crosses a target."

  func factors(_ given: [Factor], _ decoder: StudyDecoder) -> [Factor] { given + [asFactor] }

  func check(_ study: Study, _ decoder: inout StudyDecoder) { decoder.checkThreshold(self) }

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

  static func checkFactors(_ study: Study, _ decoder: inout StudyDecoder) {
    decoder.checkPriors(study)
  }

  func check(_ study: Study, _ decoder: inout StudyDecoder) {
    decoder.checkCalibration(self, study)
  }

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
