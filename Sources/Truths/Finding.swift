import StudyFiles

/// What a truth's runs gave.
package struct Finding: Sendable {
  package enum Verdict: String, CaseIterable, Sendable { case passes, fails }

  package var id: String
  package var tier: Tier
  package var scenario: String
  /// The expected value in words.
  package var expected: String
  package var source: String
  /// Runs of all arms.
  package var runs: Int
  /// Of the component that agrees least, where there are several.
  package var estimate: Double?
  /// 95 % interval of `estimate`.
  package var low: Double?
  package var high: Double?
  /// The estimates that pass; nil of distributions, and where another value than the expected one is asked for.
  package var accepted: ClosedRange<Double>?
  /// Standard errors between estimate and expected value, or the normal score with the
  /// p-value of the test; nil where nothing is left to chance, or it is infinite.
  package var z: Double?
  /// Chance of a worse disagreement if the truth is right; 1 within its tolerance.
  package var p: Double
  package var verdict: Verdict
}
