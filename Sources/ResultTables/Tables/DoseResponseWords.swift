import PlainText
import Statistics
import Tables

/// What the numbers of a dose-response curve do not say.
struct DoseResponseWords {
  typealias Remarks = [Remark<DoseResponseStatus>]

  /// Nil: fewer than two doses have runs.
  let fit: DoseResponseFit?

  /// For every row.
  var ofCurve: Remarks {
    guard let fit else { return [Remark(.tooFewDoses, "fewer than two doses have runs")] }
    if let separation = fit.separation { return [remark(separation)] }
    if fit.hasTooFewDoses {
      return [Remark(.tooFewDoses, "fewer doses have runs than numbers are fitted")]
    }
    if !fit.converged && fit.isFound {
      return [
        Remark(
          .notDetermined,
          "the doses do not determine the slope beside what is fitted of floor and plateau: it "
            + "needs two doses or more between them")
      ]
    }
    guard fit.converged else {
      return [Remark(.maxIterations, "no best curve was found within the allowed steps")]
    }
    var parts: Remarks = []
    let misfits = fit.scatter.lackOfFitP.map { $0 < 1 - fit.level } ?? false
    if fit.scatter.isOverdispersed {
      parts.append(
        Remark(
          .overdispersed,
          "the counts lie further from the curve than the binomial distribution allows (dispersion "
            + "\(shortNumber(fit.scatter.dispersion ?? 1))): standard errors and intervals are "
            + "widened by it"))
    } else if misfits {
      parts.append(
        Remark(
          .lackOfFit, "the means do not lie on this curve (lack_of_fit_p): try another link"))
    }
    if misfits, let dose = fit.levelsOff {
      parts.append(
        Remark(
          .levelsOff,
          "from \(shortNumber(dose)) on all means lie below the curve: they level off below 1, and "
            + "this curve goes to 1; fit its plateau, or leave out the doses where they are level"))
    }
    if fit.data.levels.count == 2 {
      parts.append(Remark(.twoDoses, "two doses: the fit of the curve cannot be tested"))
    }
    if fit.scatter.dispersionIsImplausible {
      parts.append(
        Remark(
          .dispersionUndefined,
          "the curve is next to 0 or 1 at a dose where the shares are not, so there is no "
            + "dispersion, and there are no standard errors and intervals; leave out such doses, or "
            + "try another link"))
    } else if fit.slopeError == nil {
      parts.append(
        Remark(.noScatter, "no variance from which to compute standard errors and intervals"))
    }
    return parts
  }

  var ofSlope: Remarks {
    guard let fit, let separation = fit.separation else { return ofCurve }
    let (status, words) = (remark(separation).status, remark(separation).words)
    return switch fit.slopeSet {
    case .atLeast(let end): [Remark(status, "\(words); it is at least \(shortNumber(end))")]
    case .atMost(let end): [Remark(status, "\(words); it is at most \(shortNumber(end))")]
    default: ofCurve
    }
  }

  /// Of a floor or plateau.
  ///
  /// - Parameter isInside: nil: it has no estimate.
  func ofEnd(isInside: Bool?) -> Remarks {
    let own: Remarks =
      isInside == false
      ? [
        Remark(
          .atBound,
          "no other value is more likely than this end of 0...1; the curve is the one without it")
      ] : []
    return own + ofCurve
  }

  /// - Parameter set: the doses that are not ruled out; nil: there is no curve.
  func ofDose(at level: Double, _ set: ConfidenceSet?) -> Remarks {
    guard let fit, let set else { return ofCurve }
    var parts: Remarks = []
    if fit.dose(at: level) == nil {
      parts.append(
        fit.slope != 0
          ? Remark(.notReached, "the mean does not lie between floor and plateau")
          : Remark(.flat, "the curve is flat"))
    }
    // Where the curve does not fit, the doses may well show a slope.
    let unclear =
      fit.scatter.isOverdispersed
      ? "the curve fits the counts so badly (dispersion \(shortNumber(fit.scatter.dispersion ?? 1))) "
        + "that its slope cannot be distinguished from 0; fit a floor or plateau, try another link, or "
        + "add doses"
      : "the slope cannot be distinguished from 0"
    switch set {
    case .everything:
      parts.append(Remark(.slopeNotSignificant, "\(unclear): no dose can be ruled out"))
    case .outside(let lower, let upper):
      parts.append(
        Remark(
          .slopeNotSignificant,
          "\(unclear): only doses between \(shortNumber(lower)) and \(shortNumber(upper)) can be "
            + "ruled out"))
    case .atLeast, .atMost:
      parts.append(
        Remark(
          .openInterval,
          "the fitted floor or plateau may itself be \(shortNumber(level)), which is then reached only far out"
        ))
    case .between, .unknown: break
    }
    if let dose = fit.dose(at: level), let first = fit.data.levels.first?.dose,
      let last = fit.data.levels.last?.dose,
      max(first - dose, dose - last) > 1e-9 * (last - first)
    {
      parts.append(
        Remark(
          .outsideDoses,
          "outside of the doses tried (\(shortNumber(first)) to \(shortNumber(last)))"))
    }
    return parts + ofCurve
  }

  private func remark(_ separation: DoseSeparation) -> Remark<DoseResponseStatus> {
    switch separation {
    case .noResponse:
      return Remark(
        .noResponse, "nothing responded at any dose: no slope and no dose can be estimated")
    case .onlyResponses:
      return Remark(
        .onlyResponses,
        "everything responded at every dose: no slope and no dose can be estimated")
    case .complete(let isRising, let gap):
      let (low, high) = (shortNumber(gap.lowerBound), shortNumber(gap.upperBound))
      return Remark(
        .separated,
        (isRising
          ? "nothing responded up to \(low) and everything from \(high) on"
          : "everything responded up to \(low) and nothing from \(high) on")
          + ": the slope has no finite estimate; every dose from \(low) to \(high) fits perfectly")
    case .quasi(let isRising, let dose):
      let place = shortNumber(dose)
      let (below, above) = isRising ? ("nothing", "everything") : ("everything", "nothing")
      let noSlope = "the slope has no finite estimate"
      // With no dose on one side, the others do not bound the wanted doses there.
      if dose == fit?.data.levels.last?.dose {
        return Remark(
          .quasiSeparated,
          "\(below) responded below \(place), and no dose above it was tried: no dose can be estimated, "
            + "try doses above \(place); \(noSlope)")
      }
      if dose == fit?.data.levels.first?.dose {
        return Remark(
          .quasiSeparated,
          "\(above) responded above \(place), and no dose below it was tried: no dose can be estimated, "
            + "try doses below \(place); \(noSlope)")
      }
      return Remark(
        .quasiSeparated,
        "\(below) responded below \(place) and \(above) above: \(noSlope); every wanted dose tends to "
          + place)
    }
  }
}
