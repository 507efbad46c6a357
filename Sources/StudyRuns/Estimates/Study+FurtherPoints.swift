import SpreadModel
import Statistics
import StudyFiles

extension Study {
  /// How many points only serve final size curves.
  var furtherPoints: Int {
    guard let curves = record.finalSizeCurves else { return 0 }
    let varied = factors.first { $0.parameter == .infectionProbability }
    let known =
      varied.map { Set($0.allLevels().compactMap(\.number)) }
      ?? Set([constants(.infectionProbability)])
    let combinations = Int(saturating: pointCount / levelsTogether(of: varied))
    return combinations * curves.probabilities.count { !known.contains($0) }
  }
}
