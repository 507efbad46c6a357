/// A kind of picture: the name of its files, and who draws it from the tables.
struct FigureKind: Sendable {
  typealias Draw = @Sendable (ResultsFolder, ForestPlots) throws -> [Figure]

  private let base: StaticString
  let draw: Draw

  init(_ base: StaticString, draw: @escaping Draw) {
    self.base = base
    self.draw = draw
  }

  var name: FigureName { FigureName(base) }
  func name(number: Int) -> FigureName { FigureName(base, number: number) }
  /// Of the first picture the name alone, then NAME_2, NAME_3, ...
  func name(place: Int) -> FigureName { place == 0 ? name : name(number: place + 1) }

  /// Whether a file of that name in `plots/` is a picture of this kind, or what it is made of.
  func owns(_ file: String) -> Bool {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.endings.contains(String(parts[1])) else { return false }
    let stem = parts[0]
    guard stem != base.description else { return true }
    return stem.hasPrefix("\(base)_")
      && stem.dropFirst(base.description.count + 1).allSatisfy(\.isNumber)
  }
  private static let endings = Pictures.endings + ["gp", "csv", "txt"]

  /// Every kind, in the order of the page: what happened, how it compares, how far to trust it.
  static let all: [FigureKind] =
    [
      CourseChart.kind, FanChart.kind, Heatmap.kind, TimeDistribution.kind, Extinction.kind,
      FinalSizes.kind, ReproductionNumbers.kind, DegreeChart.kind, DoseResponsePlot.kind,
      ThresholdPlot.kind,
      ForestPlots.kind, FitPlot.kind, SensitivityBars.kind, PrecisionPlot.kind, SurfaceSlices.kind,
      SurfaceEffects.kind, SurfaceResiduals.kind,
    ] + ofCalibrations

  /// Those of a calibration, which has no others: its points are draws, not cases to be compared.
  static let ofCalibrations = [
    PosteriorMarginals.kind, PosteriorPairs.kind, PredictiveFan.kind, CalibrationProgress.kind,
  ]
}
