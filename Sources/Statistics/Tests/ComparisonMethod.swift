/// What a test and an effect have in common: what they are asked of, and the words for them.
package protocol ComparisonMethod: Hashable, Sendable {
  /// A value of the column `test` or `effect`, and of the keys of study files.
  var rawValue: String { get }
  var question: ComparedLevels { get }
  var data: ComparedData { get }
  var needs: RequiredData { get }
  /// Whether it has a form that is averaged over the combinations of the other factors.
  var isPooled: Bool { get }
  var words: MethodWords { get }
}

/// What is compared at a time.
package enum ComparedLevels: Sendable {
  /// Each pair of levels.
  case pairs
  /// All levels at once.
  case all
  /// The whole curves of each pair of levels.
  case curves
}

/// What the values are.
package enum ComparedData: Sendable {
  /// Any numbers. Of times some of which were not reached there is no result: the others are those of
  /// fast runs.
  case numbers
  /// 0 or 1.
  case flags
  /// Times, reached or censored.
  case times
}

/// What readers of help, report and docs find about a test or an effect.
package struct MethodWords: Hashable, Sendable {
  /// Within a sentence, such as "mean difference".
  package let name: String
  /// What it tests or estimates, as one sentence.
  package let meaning: String
  /// What it takes for granted, as one sentence.
  package let assumption: String
  /// Author and year, with the DOI where there is one.
  package let source: String

  package init(_ name: String, _ meaning: String, assumption: String, source: String) {
    (self.name, self.meaning) = (name, meaning)
    (self.assumption, self.source) = (assumption, source)
  }
}
