/// The responses that a study is about where it names none, by kind of study.
///
/// Reports, `compare`, comparisons of study files and docs/responses.md ask here.
package enum MainResponses {
  package struct Entry: Sendable {
    package let response: Response
    /// What it means, in the terms of epidemiology.
    package let meaning: String

    fileprivate init(_ name: String, _ meaning: String) {
      guard let response = Response(rawValue: name) else {
        preconditionFailure("there is no response \(name)")
      }
      (self.response, self.meaning) = (response, meaning)
    }
  }

  /// Where people recover.
  private static let ofOutbreaks = [
    Entry("reached_10pct", "probability of a large outbreak"),
    Entry(
      "final_share", "attack rate; where others die out, the report gives that of large outbreaks"),
    Entry("peak_infected", "peak prevalence"),
    Entry("peak_infected_step", "step of the peak"),
  ]

  /// Where nobody does: sooner or later everybody is infected who can be.
  private static let ofSpread = [
    Entry("step_to_50pct", "time until half of the group is infected"),
    Entry("step_to_10pct", "time until a tenth is"),
    Entry("step_to_90pct", "time until nine tenths are"),
    Entry("final_share", "share infected in the end, where hardly anybody gets that far"),
  ]

  /// Those of studies in which people recover, or nobody does; the first one leads.
  package static func list(recovers: Bool) -> [Entry] { recovers ? ofOutbreaks : ofSpread }
}
