package import SpreadModel
package import TestSupport

extension Digest {
  /// All that a run says of its people.
  package mutating func add(_ run: RunResult) {
    add(run.stopReason.rawValue)
    for count in run.curve { add(count) }
    for step in run.infectionSteps ?? [] { add(step) }
    if let course = run.course {
      for counts in [
        course.curves.newInfections, course.curves.everInfected, course.curves.immune,
        course.curves.latent,
      ] {
        for count in counts { add(count) }
      }
      add(course.infections)
      add(course.infectionsByIntroduced)
    }
    if let shape = run.shape {
      for value in [
        shape.driftX, shape.driftY, shape.anisotropy4 ?? -9, shape.elongation ?? -9,
        shape.roundness,
      ] {
        add(value)
      }
    }
  }
}
