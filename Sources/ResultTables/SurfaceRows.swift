package import Statistics
package import Tables

/// The rows of a surface in `surfaces.csv`: its terms, then the figures of the whole.
///
/// Without a fit they are the same rows, empty, with the reason.
package struct SurfaceRows {
  /// Its index in `analysis.surfaces`.
  let request: Int
  let response: String
  let factors: [String]
  let kind: SurfaceTerms
  let transform: SurfaceTransform
  private let places: [[Double]]
  let fit: Result<SurfaceFit, SurfaceProblem>

  /// - Parameter places: of all points, fitted or not.
  package init(
    request: Int = 0, response: String, factors: [String], terms: SurfaceTerms,
    transform: SurfaceTransform,
    places: [[Double]], fit: () throws(SurfaceProblem) -> SurfaceFit
  ) {
    self.request = request
    self.response = response
    self.factors = factors
    kind = terms
    self.transform = transform
    self.places = places
    self.fit = Result(catching: fit)
  }

  /// What stands in the column `term`, from the first row to the last.
  package var names: [String] { Self.names(kind, factors) }

  package static func names(_ kind: SurfaceTerms, _ factors: [String]) -> [String] {
    kind.list(factors: factors.count).map { $0.name(factors) }
      + ["residual_sd", "r2", "adjusted_r2", "lack_of_fit", "loo_rmse"]
      + (kind == .quadratic ? ["optimum"] + factors.map { "optimum_\($0)" } : [])
  }

  /// What a row says, empty where there are no numbers.
  struct Figure {
    var estimate: Double?
    var error: Double?
    var interval: Interval?
    var statistic: Double?
    var p: Double?
    var partialR2: Double?
    var status = SurfaceStatus.ok
    var message = ""

    var remark: Remark<SurfaceStatus> { Remark(status, message) }
  }

  var rows: [SurfaceRow] {
    let figures: [Figure]
    switch fit {
    case .success(let fit): figures = terms(fit) + wholes(fit) + optimum(fit)
    case .failure(let problem):
      figures = names.indices.map {
        let remark = remark(problem, row: $0)
        return Figure(status: remark.status, message: remark.words)
      }
    }
    return zip(names, figures).map {
      SurfaceRow(surface: self, term: $0, figure: $1)
    }
  }

  private func terms(_ fit: SurfaceFit) -> [Figure] {
    let rows = fit.rows
    let (status, message): (SurfaceStatus, String) =
      if fit.degreesOfFreedom > 0 {
        rows.contains { $0.t != nil } ? (.ok, "") : (.noScatter, "no test: the values do not vary")
      } else if fit.replicates == nil {
        (.saturated, "no error: as many terms as values")
      } else {
        (.tooFewReplicates, "no error: it needs two replicates of each point")
      }
    return rows.map {
      Figure(
        estimate: $0.estimate, error: $0.standardError, interval: $0.interval, statistic: $0.t,
        p: $0.p, partialR2: $0.partialR2, status: status, message: message)
    }
  }

  private func wholes(_ fit: SurfaceFit) -> [Figure] {
    let surface = fit.surface
    let freedom = "\(fit.degreesOfFreedom) degrees of freedom"
    let errors =
      fit.replicates.map { "errors of the terms from the surfaces of \($0) replicates: \(freedom)" }
      ?? freedom
    return [
      Figure(estimate: surface.residualVariance.map { $0.squareRoot() }, message: errors),
      Figure(estimate: surface.r2), Figure(estimate: surface.adjustedR2), lackOfFit(fit),
      surface.leaveOneOut == nil
        ? Figure(status: .pointsNeeded, message: "no surface without some of the points")
        : Figure(estimate: surface.leaveOneOutError),
    ]
  }

  private func lackOfFit(_ fit: SurfaceFit) -> Figure {
    guard let found = fit.lackOfFit else {
      return fit.surface.points.count == fit.surface.terms.count
        ? Figure(status: .saturated, message: "no test: as many terms as points")
        : Figure(status: .noTest, message: "no test: too few replicates or no variance")
    }
    let message =
      switch found.distribution {
      case .f(let above, let below): "F with \(above) and \(below) degrees of freedom"
      case .chiSquare(let freedom): "chi-square with \(freedom) degrees of freedom"
      }
    return Figure(statistic: found.statistic, p: found.p, message: message)
  }

  private func optimum(_ fit: SurfaceFit) -> [Figure] {
    guard kind == .quadratic else { return [] }
    guard let found = fit.surface.stationary else {
      let words = "ridge: the surface is not curved in some direction"
      return (0...factors.count).map { _ in Figure(status: .ridge, message: words) }
    }
    let outside = fit.surface.outside(found.at)
    let place =
      outside.isEmpty
      ? "inside the ranges"
      : "outside the range of " + outside.map { factors[$0] }.joined(separator: " and ")
    let kind: SurfaceStatus =
      switch found.kind {
      case .maximum: .maximum
      case .minimum: .minimum
      case .saddle: .saddle
      }
    return [Figure(estimate: found.value, status: kind, message: "\(kind.rawValue) \(place)")]
      + found.at.enumerated().map { factor, value in
        outside.contains(factor)
          ? Figure(estimate: value, status: .outsideRange, message: "outside the range")
          : Figure(estimate: value)
      }
  }

  // MARK: Why there are no numbers

  private func remark(_ problem: SurfaceProblem, row: Int) -> Remark<SurfaceStatus> {
    switch problem {
    case .aliased(let terms, let places): aliased(terms, places: places, row: row)
    case .missing(let missing, let runs):
      Remark(
        .missingValues,
        "\(missing) of \(runs) runs have no value; a mean of the others would mislead")
    case .notPositive(let count):
      Remark(.notPositive, "\(count) values have no logarithm: they are not above 0")
    case .constant(let value): Remark(.constant, "every run has the value \(value)")
    case .noScatter(let points):
      Remark(
        .zeroVariance,
        "the runs of \(points) points have zero variance, so their weight would be infinite")
    case .notFinite: Remark(.overflow, "values too large to be squared")
    }
  }

  private func aliased(_ terms: [Int], places count: Int, row: Int) -> Remark<SurfaceStatus> {
    let all = kind.list(factors: factors.count)
    guard count > 0 else { return Remark(.noRuns, "there are no runs") }
    guard terms.contains(row) else {
      return Remark(
        .otherTerms,
        "no coefficients: \(terms.map { names[$0] }.joined(separator: " and ")) cannot be estimated"
      )
    }
    let term = all[row]
    if let factor = term.factors.first {
      let values = Set(places.map { $0[factor] }).count
      if values < 2 {
        return Remark(
          .constantFactor, "cannot be estimated: \(factors[factor]) does not vary")
      }
      if term.factors == [factor, factor], values < 3 {
        return Remark(
          .tooFewLevels,
          "cannot be estimated: \(factors[factor]) has two values and a square needs three")
      }
    }
    if count < all.count {
      return Remark(
        .tooFewPoints,
        "cannot be estimated: \(all.count) terms need as many places, and there are only \(count)")
    }
    return Remark(
      .aliased, "cannot be separated from the terms before it at these \(count) places")
  }
}

/// A term of a surface, or a figure of the whole, as `surfaces.csv` has it.
struct SurfaceRow {
  let surface: SurfaceRows
  let term: String
  let figure: SurfaceRows.Figure
}

/// A surface with the columns of `surfaces.csv`.
package func surfaceTable(_ rows: SurfaceRows) -> PrintedTable {
  PrintedTable(surfaceColumns, rows: rows.rows)
}
