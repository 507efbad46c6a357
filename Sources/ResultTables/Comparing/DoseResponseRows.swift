package import Statistics
import Tables

/// A dose-response curve with the names of its rows.
package struct DoseResponseRows: Sendable {
  let factor, response: String
  let link: ResponseLink
  /// Mean responses at which the dose is estimated.
  private let levels: [Double]
  let fit: DoseResponseFit?
  private let ends: FittedEnds

  /// - Parameters:
  ///   - ends: which are fitted.
  ///   - data: there is no curve through fewer than two doses.
  package init(
    factor: String, response: String, link: ResponseLink, levels: [Double],
    ends: FittedEnds = .none, data: DoseData, confidence: Double
  ) {
    self.factor = factor
    self.response = response
    self.link = link
    self.levels = levels
    self.ends = ends
    fit =
      data.levels.count < 2 ? nil : DoseResponseFit(link, data, fitting: ends, level: confidence)
  }

  /// Intercept, slope, those ends that are fitted, then the doses.
  var rows: [DoseResponseRow] {
    let words = DoseResponseWords(fit: fit)
    let found = fit.flatMap { $0.converged ? $0 : nil }
    return [
      DoseResponseRow(
        curve: self, parameter: "intercept", estimate: found?.intercept,
        error: found?.interceptError, set: found?.interceptSet, remarks: words.ofCurve),
      DoseResponseRow(
        curve: self, parameter: "slope", estimate: found?.slope, error: found?.slopeError,
        set: fit?.slopeSet, remarks: words.ofSlope),
    ]
      + ends.each.map { end in
        DoseResponseRow(
          curve: self, parameter: end.rawValue, estimate: found?.value(of: end),
          error: found?.error(of: end), set: found?.set(of: end),
          remarks: words.ofEnd(isInside: found?.isInside(end)))
      }
      + levels.map { level in
        let set = found?.doseSet(at: level)
        return DoseResponseRow(
          curve: self, parameter: "dose_\(level)", estimate: found?.dose(at: level),
          error: found?.doseError(at: level), set: set, remarks: words.ofDose(at: level, set))
      }
  }

  /// A search that found nothing has none; separated data come as near to 0 as one likes.
  var deviance: Double? {
    fit?.converged == true || fit?.separation != nil ? fit?.deviance : nil
  }
}

/// A number of a curve, as `dose_responses.csv` has it.
struct DoseResponseRow: Sendable {
  let curve: DoseResponseRows
  let parameter: String
  let estimate, error: Double?
  let set: ConfidenceSet?
  let remarks: [Remark<DoseResponseStatus>]
}
