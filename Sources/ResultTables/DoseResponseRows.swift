package import Statistics

/// A dose-response curve with the names of its rows.
package struct DoseResponseRows: Sendable {
  private let names: [String]
  /// Mean responses at which the dose is estimated.
  private let levels: [Double]
  private let fit: DoseResponseFit?

  /// - Parameter data: there is no curve through fewer than two doses.
  package init(
    factor: String, response: String, link: ResponseLink, levels: [Double], data: DoseData,
    confidence: Double
  ) {
    names = [factor, response, link.rawValue]
    self.levels = levels
    fit = data.levels.count > 1 ? DoseResponseFit(link, data, level: confidence) : nil
  }

  /// From `factor` on: intercept, slope, then the doses.
  var cells: [[Cell]] {
    let words = DoseResponseWords(fit: fit)
    let curve = fit.flatMap { $0.converged ? $0 : nil }
    let intercept = row(
      "intercept", curve?.intercept, curve?.interceptError, curve?.interceptSet, words.ofCurve)
    let slope = row("slope", curve?.slope, curve?.slopeError, fit?.slopeSet, words.ofSlope)
    let doses = levels.map { level in
      row(
        "dose_\(level)", curve?.dose(at: level), curve?.doseError(at: level),
        curve?.doseSet(at: level), words.ofDose(at: level))
    }
    return [intercept, slope] + doses
  }

  private func row(
    _ parameter: String, _ estimate: Double?, _ error: Double?, _ set: ConfidenceSet?,
    _ remarks: [Remark<DoseResponseStatus>]
  ) -> [Cell] {
    // A search that found nothing has no deviance; separated data come as near to 0 as one likes.
    let hasDeviance = fit?.converged == true || fit?.separation != nil
    return names.map(Cell.text) + [
      .text(parameter), .real(estimate), .real(error), .real(set?.ends.lower),
      .real(set?.ends.upper), .real(hasDeviance ? fit?.deviance : nil),
      .real(fit?.scatter.lackOfFitP), .real(fit?.scatter.dispersion),
      .whole(fit?.converged == true ? 1 : 0),
    ] + DoseResponseStatus.cells(remarks, plain: .ok)
  }
}
