import PlainText
import SpreadModel
import Statistics

/// Numbers beside which the values of a response are all alike: a share in percent, most often.
extension NotedStudy {
  var notesOnReach: [Note] {
    let limits = RunLimits(study)
    return notesOnOwnBounds(limits) + notesOnPrecision(limits) + notesOnSelection(limits)
  }

  private func notesOnOwnBounds(_ limits: RunLimits) -> [Note] {
    study.ownResponses.compactMap { response in
      guard case .within(let bound, let inner) = response.measure else { return nil }
      let (number, isUpper) =
        switch bound {
        case .atMost(let most): (most, true)
        case .atLeast(let least): (least, false)
        }
      return note(
        on: number, isUpper: isUpper, inner, limits,
        JSONPath.root.keys("responses", response.name, isUpper ? "at_most" : "at_least"))
    }
  }

  private func notesOnPrecision(_ limits: RunLimits) -> [Note] {
    guard case .adaptive(let rule) = study.replicates else { return [] }
    return rule.until.enumerated().compactMap { index, target in
      let path = JSONPath.root.keys("replicates", "until").index(index)
      switch target.target.width {
      case .absolute(let width):
        return note(onWidth: 2 * width, target.response, limits, path.key("half_width"))
      case .relative(let width):
        guard width >= 1 else { return nil }
        return Note(
          .changesNothing, path.key("relative_half_width"),
          "an interval of \(Shape.plain(width)) times the mean on each side says nothing about the mean; give a "
            + "share of the mean, such as 0.05")
      }
    }
  }

  private func notesOnSelection(_ limits: RunLimits) -> [Note] {
    guard let selection = study.selection else { return [] }
    let path = JSONPath.root.key("design")
    let constraints = selection.constraints.enumerated().compactMap { index, constraint in
      note(
        on: constraint.bound, isUpper: constraint.isUpper, constraint.response, limits,
        path.key("subject_to").index(index).key(constraint.isUpper ? "at_most" : "at_least"))
    }
    guard selection.upTo == nil else { return constraints }
    return [
      note(onWidth: selection.indifference, selection.response, limits, path.key("indifference"))
    ].compactMap(\.self) + constraints
  }

  /// That all runs keep a bound, or none does. Times that are not reached are later than any bound.
  private func note(
    on bound: Double, isUpper: Bool, _ response: Response, _ limits: RunLimits, _ path: JSONPath
  ) -> Note? {
    let values = response.bounds(in: limits)
    guard response.kind != .time, values.lower < values.upper else { return nil }
    let isKept = isUpper ? bound >= values.upper : bound <= values.lower
    let isBroken = isUpper ? bound < values.lower : bound > values.upper
    guard isKept || isBroken else { return nil }
    return Note(
      .changesNothing, path,
      "\(response.rawValue) \(span(values)), so that \(isKept ? "every run keeps" : "no run can keep") this bound; "
        + "give another number")
  }

  /// That no two values are so far apart.
  private func note(
    onWidth width: Double, _ response: Response, _ limits: RunLimits, _ path: JSONPath
  ) -> Note? {
    let values = response.bounds(in: limits)
    guard response.kind != .time, width >= values.upper - values.lower else { return nil }
    return Note(
      .changesNothing, path,
      "\(response.rawValue) \(span(values)), so that this holds whatever the runs give; give a smaller number"
    )
  }

  private func span(_ values: ResponseBounds) -> String {
    if values.lower == -.infinity { return "is at most \(Shape.plain(values.upper))" }
    return values.upper < .infinity
      ? "lies between \(Shape.plain(values.lower)) and \(Shape.plain(values.upper))"
      : "is at least \(Shape.plain(values.lower))"
  }
}
