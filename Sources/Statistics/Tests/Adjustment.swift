/// Family and method of a corrected p: a value of the column `correction`.
package struct Adjustment: Hashable, Sendable {
  /// Such as `holm_request`.
  package let name: String
  /// For behind a p, such as "Holm-corrected".
  package let words: String
  /// The same as a sentence.
  package let sentence: String

  private init(_ name: String, _ words: String, _ sentence: String) {
    (self.name, self.words, self.sentence) = (name, words, sentence)
  }

  /// Of a test that is corrected with those of its family.
  package init(_ correction: Correction, _ family: CorrectionFamily) {
    let tests =
      switch family {
      case .request: "the tests of its request"
      case .study: "the tests of the whole study"
      }
    let name = "\(correction.rawValue)_\(family.rawValue)"
    switch correction {
    case .holm:
      self.init(
        name, "Holm-corrected",
        "P is corrected for \(tests) by Holm\u{2019}s method, which controls the family-wise error rate; "
          + "intervals are for each row alone.")
    case .benjaminiHochberg:
      self.init(
        name, "Benjamini-Hochberg-corrected",
        "P is corrected for \(tests) by the method of Benjamini and Hochberg, which controls the false "
          + "discovery rate; intervals are for each row alone.")
    case .maxT:
      self.init(
        name, "for all rows together",
        "P and intervals hold for all rows of a request together, by the largest t of all of them.")
    case .none:
      self.init(
        correction.rawValue, "not corrected", "P is not corrected for the number of tests.")
    }
  }

  /// Every one, each once.
  package static let all: [Adjustment] =
    CorrectionFamily.allCases.flatMap { family in
      Correction.allCases.filter { $0 != .none && !($0 == .maxT && family == .study) }
        .map { Adjustment($0, family) }
    } + [Adjustment(.none, .request)]
}
