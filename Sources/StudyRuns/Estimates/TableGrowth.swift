import PlainText
import SpreadModel
import Statistics
import StudyFiles

/// What tables take that grows faster than points and runs. Measured: docs/reliability.md, "Estimates".
struct TableGrowth {
  /// Rows of `comparisons.csv` about a response, and about whole curves.
  let comparisons, curveComparisons: Double
  /// The most doses of a curve whose means are correlated, and their factor.
  let doses: Double
  /// Rows of `final_size_curves.csv`: of each combination of the other factors, and of pairs of them.
  private let finalSizes: Double
  private let compared, dosed: String
  /// Of responses, each with its pairs of levels.
  private let requests: [(request: ComparisonRequest, pairs: Double)]

  /// A row with its key, while all of them are in memory.
  private static let bytesPerComparison = 4_200.0
  private static let secondsPerComparison = 40e-6
  private static let secondsPerRandomNumber = 8e-9
  /// Of a value in the bisections of the median of differences.
  private static let secondsPerShiftedValue = 2.5e-6
  /// Of a value of a curve in one permutation.
  private static let secondsPerValue = 1.2e-9
  /// Of a row of final sizes.
  private static let bytesPerFinalSize = 95.0
  private static let secondsPerFinalSize = 14e-6
  /// Of a pair of doses.
  private static let bytesPerDosePair = 100.0
  /// The time grows with the cube of their number: seconds for so many.
  static let mostDoses = 1_000.0

  init(_ study: Study) {
    let asked = study.analysis.comparisons
    let requests = Array(zip(asked, study.comparedPairs(of: asked).map(\.pairs)))
    self.requests = requests.filter { $0.0.subject != .curve }
    comparisons = self.requests.reduce(0) { $0 + $1.pairs }
    curveComparisons = requests.reduce(0) { $0 + ($1.0.subject == .curve ? $1.1 : 0) }
    compared = requests.max { $0.1 < $1.1 }?.0.factor.name ?? ""
    let curves = study.randomNumbers == .common ? study.analysis.doseResponses : []
    let counts = curves.filter { $0.factor != study.threshold?.factor }.map { request in
      (request.factor.name, study.levelCount(of: request.factor))
    }
    let largest = counts.max { $0.1 < $1.1 }
    (dosed, doses) = (largest?.0 ?? "", largest?.1 ?? 0)
    let varied = study.factors.first { $0.parameter == .infectionProbability }
    let combinations = study.pointCount / study.levelsTogether(of: varied)
    finalSizes =
      combinations * (combinations + 1) / 2
      * Double(study.record.finalSizeCurves?.probabilities.count ?? 0)
  }

  var bytes: Double {
    (comparisons + curveComparisons) * Self.bytesPerComparison + finalSizes * Self.bytesPerFinalSize
      + (doses <= Self.mostDoses ? doses * doses * Self.bytesPerDosePair : 0)
  }

  /// Bytes of `comparisons.csv` and `final_size_curves.csv`.
  var diskBytes: Double { 230 * (comparisons + curveComparisons) + 195 * finalSizes }

  /// - Parameters:
  ///   - runs: of a point.
  ///   - curves: those of them whose curves are kept.
  ///   - steps: of the longest of them.
  func seconds(runs: Double, curves: Double, steps: Double) -> Double {
    let count = Int(saturating: runs)
    let few = min(curves, max(32, min(256, 100_000 / max(1, steps))))
    return requests.reduce(0) { sum, next in
      let drawn = next.request.test?.randomNumbers(count, count) ?? 0
      let shifted = next.request.estimate == .hodgesLehmann ? 2 * runs : 0
      return sum + next.pairs
        * (Self.secondsPerComparison + drawn * Self.secondsPerRandomNumber
          + shifted * Self.secondsPerShiftedValue)
    }
      + finalSizes * Self.secondsPerFinalSize
      + curveComparisons * 2 * Double(CurveComparison.draws) * few * steps * Self.secondsPerValue
  }

  /// Why there is no room for it; nil if there is.
  func objection(memoryBytes: Double) -> CallerText? {
    if doses > Self.mostDoses {
      return """
        \(readable(doses)) doses (levels of \(dosed)) of a curve of analysis.dose_responses, whose means are \
        correlated by common random numbers, over the limit of \(readable(Self.mostDoses)); give fewer levels, or \
        "random_numbers": "independent"
        """
    }
    let rows = comparisons + curveComparisons
    guard rows * Self.bytesPerComparison > memoryBytes else { return nil }
    return """
      \(readable(rows)) pairs of levels in analysis.comparisons (most of \(compared)) x \
      \(readable(Self.bytesPerComparison)) bytes = \
      \(size(rows * Self.bytesPerComparison)) of memory, over the limit of \
      \(size(memoryBytes)); give a "reference", fewer levels, or allow it with \
      \(setting: "max_memory")
      """
  }
}
