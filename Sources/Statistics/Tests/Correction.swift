/// Correction of a family of p-values; raw values are those of the column `correction`.
package enum Correction: String, CaseIterable, Codable, Sendable {
  /// Family-wise error: never less powerful than p times their number. Holm (1979), doi:10.2307/4615733.
  case holm
  /// Family-wise error of differences of means, with their intervals: `MaxTDistribution`.
  case maxT = "max_t"
  /// False discovery rate. Benjamini and Hochberg (1995),
  /// doi:10.1111/j.2517-6161.1995.tb02031.x.
  case benjaminiHochberg = "benjamini_hochberg"
  case none

  /// The adjusted p-values in the order of `pValues`; nil (not defined) stays nil and does not
  /// count.
  package func adjust(_ pValues: [Double?]) -> [Double?] {
    let known = pValues.indices.filter { pValues[$0] != nil }
    let adjusted = adjust(known.map { pValues[$0] ?? 1 })
    var result = pValues
    for (place, index) in known.enumerated() { result[index] = adjusted[place] }
    return result
  }

  /// - Precondition: all values are in 0...1; one that is no number would sort at random.
  package func adjust(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy { (0...1).contains($0) })
    let m = Double(pValues.count)
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    var result = pValues
    switch self {
    // P of all rows together is made with their intervals.
    case .none, .maxT: break
    case .holm:
      var largest = 0.0
      for (rank, index) in order.enumerated() {
        largest = max(largest, (m - Double(rank)) * pValues[index])
        result[index] = min(1, largest)
      }
    case .benjaminiHochberg:
      var smallest = 1.0
      for (rank, index) in order.enumerated().reversed() {
        smallest = min(smallest, m / Double(rank + 1) * pValues[index])
        result[index] = smallest
      }
    }
    return result
  }
}

extension Correction {
  /// What it cannot correct of a request; nil if it can correct it.
  ///
  /// - Parameter others: what is compared, where that is not the means of a response.
  package func problem(
    _ test: ComparisonTest?, _ effect: ComparisonEffect, isPooled: Bool, others: String?
  ) -> String? {
    guard self == .maxT else { return nil }
    let what: String? =
      isPooled
      ? "rows that are pooled"
      : others != nil
        ? others
        : effect != .meanDifference
          ? effect.rawValue
          : test.flatMap {
            effect.agreesWith.contains($0.rawValue) || $0.claim != .difference ? nil : $0.rawValue
          }
    return what.map {
      "the correction max_t is for differences of means of one response, not for \($0); give the correction "
        + "\(Correction.holm.rawValue)"
    }
  }
}

/// Which tests are corrected together; raw values are those of the key `family`.
package enum CorrectionFamily: String, CaseIterable, Sendable {
  /// Those of one request.
  case request
  /// Those of all requests of a study.
  case study
}
