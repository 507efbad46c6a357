package import PlainText
import SpreadModel

/// Something in a valid study that may not do what its author expects: never a mistake.
///
/// `Study.notes` makes all of them; `check` and `run` print them.
package struct StudyNote: Hashable, Sendable, CustomStringConvertible {
  /// What it is about; the raw values are public, scripts may depend on them.
  package enum Code: String, CaseIterable, Sendable {
    /// Runs that share random numbers are compared as independent ones.
    case pairing = "shared_random_numbers"
    /// Times that may not be reached are given to a test that cannot take them.
    case censoring = "censored_times"
    /// The end of a range is no level of it.
    case missedEnd = "range_end_missed"
    /// A response looks at a step that no run makes.
    case stepBeyondEnd = "step_beyond_end"
    /// A share that runs do not reach, because they are stopped before.
    case shareBeyondStop = "share_beyond_stop"
    /// A test of all levels at once has a reference.
    case unusedReference = "unused_reference"
    /// A comparison will have no rows.
    case nothingCompared = "nothing_compared"
    /// The first line of a file of edges is a header, though it does not say `person_a`.
    case edgeHeader = "edge_header"
    /// A rule, contact structure or list of interventions that no point has.
    case unusedName = "unused_name"
    /// Off the grid, a rule contacts healthy people alone.
    case healthyPool = "healthy_pool"
    /// A rule makes more contacts than people have neighbors.
    case contactsCutOff = "contacts_cut_off"
    /// More people are to be infected than can be.
    case morePeopleThanThere = "more_people_than_there"
    /// Runs end before an introduction.
    case introductionTooLate = "introduction_too_late"
    /// `immune_steps` where nobody recovers.
    case immuneStepsWithoutRecovery = "immune_steps_without_recovery"
    /// `recovery_probability` where everybody recovers after one step.
    case recoveryAfterOneStep = "recovery_after_one_step"
    /// An entry of a list of interventions comes twice in it.
    case repeatedIntervention = "repeated_intervention"
    /// Runs end before an intervention can change anything.
    case interventionTooLate = "intervention_too_late"
    /// What an intervention sets or multiplies stays as it is.
    case interventionWithoutEffect = "intervention_without_effect"
    /// The end of an intervention is met as soon as it has begun, or may be.
    case interventionEndsAtOnce = "intervention_ends_at_once"
    /// The end of an intervention is never met.
    case interventionNeverEnds = "intervention_never_ends"
  }

  package let code: Code
  /// JSONPath (RFC 9535), such as `$.analysis.comparisons[0].test`.
  package let path: String
  /// What will happen, why, and what to do instead.
  package let message: String

  /// `note: $.path: message [code]`, as clang-tidy and others end their lines.
  package var description: String { "note: \(path): \(message) [\(code.rawValue)]" }

  /// For `--json`.
  package var json: JSONText {
    .object([
      ("code", .string(code.rawValue)), ("path", .string(path)), ("message", .string(message)),
    ])
  }

  init(_ code: Code, _ path: JSONPath, _ message: String) {
    self.code = code
    self.path = path.text
    self.message = message
  }
}

/// A study with its points, as the notes on it are made from it.
struct NotedStudy {
  let study: Study
  /// All of them; none where they are so many that making them would take long, or cannot be made,
  /// which is a mistake that is reported elsewhere.
  let points: [Point]

  init(_ study: Study) {
    self.study = study
    points = study.pointCount <= 10_000 ? (try? study.points()) ?? [] : []
  }

  /// Of every check, in the order in which they are printed.
  var notes: [StudyNote] {
    [
      notesOnNames, notesOnEdges, notesOnHealthyPools, notesOnCutContacts, notesOnStart,
      notesOnCourse, notesOnInterventions, notesOnRanges, notesOnTargets, notesOnResponses,
      notesOnComparisons, notesOnSurfaces,
    ].flatMap { $0 }
  }

  /// Where a key of the model has its values.
  func path(of key: ModelKey) -> JSONPath {
    guard study.factors.contains(where: { $0.parameter == key }) else {
      return JSONPath.root.keys("model", key.name)
    }
    if case .list = study.design { return JSONPath.root.keys("design", "points") }
    return JSONPath.root.keys("factors", key.name)
  }
}

extension Study {
  /// What may not do what the author expects, whatever the study costs.
  package var notes: [StudyNote] { NotedStudy(self).notes }
}
