import PlainText
import StudyFiles

extension Study {
  /// Why it cannot be run in parts; nil if it can.
  ///
  /// - Parameter advice: what to do instead where precision decides how many replicates there are.
  func objectionToParts(advice: CallerText) -> Failure? {
    if calibration != nil {
      return Failure(
        .notSplittable,
        "a calibration cannot be split: each generation depends on the runs of the earlier ones. "
          + "Run it on one machine, whose threads share the work")
    }
    if search != nil {
      return Failure(
        .notSplittable,
        "a threshold search cannot be split: all earlier runs decide where the next ones are "
          + "placed. Run it on one machine, whose threads share the work")
    }
    guard case .adaptive = replicates else { return nil }
    return Failure(
      .notSplittable,
      "a study with a precision target cannot be split: how many replicates a point needs depends "
        + "on all of them together. \(advice)")
  }
}
