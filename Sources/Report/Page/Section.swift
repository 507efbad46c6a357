/// A section of the page: its text, and the pictures of some kinds.
struct Section: Sendable {
  let id: StaticString
  let heading: StaticString
  /// The table without which there is nothing to say; nil: every folder has what it needs.
  let table: String?
  let kinds: [FigureKind]
  /// Whether it is over all runs where other sections are of some runs alone.
  let isOverAllRuns: Bool
  /// What stands before the pictures, which are handed over; it may be empty.
  let body: @Sendable (ReportedFolder, [Figure]) throws -> HTML

  init(
    _ id: StaticString, _ heading: StaticString, table: String? = nil, _ kinds: [FigureKind] = [],
    overAllRuns isOverAllRuns: Bool = false,
    body: @escaping @Sendable (ReportedFolder, [Figure]) throws -> HTML = { _, _ in "" }
  ) {
    (self.id, self.heading, self.table) = (id, heading, table)
    (self.kinds, self.isOverAllRuns, self.body) = (kinds, isOverAllRuns, body)
  }

  /// Every part behind the answer, in the order of the page: what the study asks for, what every study has, the
  /// study itself.
  static let all: [Section] = [
    comparisons, given, calibration,
    averted,
    Section(
      "doses", "Dose and response", table: "dose_responses", [DoseResponsePlot.kind],
      overAllRuns: true),
    Section(
      "thresholds", "Thresholds", table: "thresholds", [Crossings.kind, ThresholdPlot.kind],
      overAllRuns: true),
    Section(
      "selection", "The best alternative", table: "selection",
      [TradeoffPlot.kind, SelectionPlot.kind], overAllRuns: true),
    Section(
      "sensitivities", "Sensitivity", table: "sensitivity", [SensitivityBars.kind],
      overAllRuns: true),
    Section("models", "Growth models", table: "fits", [FitPlot.kind], overAllRuns: true),
    outbreakKinds, responses,
    Section(
      "over_time", "Over time", table: "curve_summary",
      [FanChart.ofInfected, FanChart.kind, CourseChart.kind, SeriesChart.ofObserved]),
    Section("groups", "By group", table: "group_curves", [SeriesChart.ofGroups]),
    Section(
      "outbreaks", "Outbreaks", table: "summary",
      [
        FinalSizes.kind, FinalSizeCurvePlot.kind, CriticalProbabilityPlot.kind,
        ReproductionNumbers.kind, ReproductionSteps.kind,
      ]),
    methods, files, provenance,
  ]
}

/// Sentences as a list; nothing without any.
func listHTML(_ sentences: [String]) -> HTML {
  let items = sentences.map { "<li>\($0)</li>" as HTML }
  return items.isEmpty ? "" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
}
