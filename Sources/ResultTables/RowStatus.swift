import Statistics

/// The fixed words of a table's column `status`, the most important first.
///
/// A row has the first of them that applies. `message` beside it says the same for people, with
/// figures, and whatever else applies; its words may change, these do not.
protocol RowStatus: CaseIterable, Hashable, RawRepresentable, Sendable where RawValue == String {
  /// When a row has this status.
  var meaning: String { get }
}

/// What the numbers of a row do not say.
struct Remark<Status: RowStatus> {
  let status: Status
  let words: String

  init(_ status: Status, _ words: String) {
    self.status = status
    self.words = words
  }
}

extension RowStatus {
  static var column: TableColumn {
    let words = allCases.map { "\($0.rawValue): \($0.meaning)" }
    return TableColumn(
      "status", .string,
      "the first of these that applies: \(words.joined(separator: "; "))",
      allowed: allCases.map(\.rawValue))
  }
}

/// A message as a CSV field that needs no quotes.
func labelText(_ message: String) -> String {
  String(message.map { $0 == "," ? ";" : $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
}

extension FitStatus: RowStatus {
  var meaning: String {
    switch self {
    case .missingValue: "a value is missing or not finite"
    case .badWeight: "a weight is not a positive number"
    case .badTime: "the model is not defined at one of the times"
    case .badStart: "the starting values are outside the model's range"
    case .tooFewPoints: "too few points for the parameters"
    case .tooFewPositions: "too few different times for the parameters"
    case .constant: "all values are equal"
    case .noStart: "no usable starting values were found"
    case .undetermined: "the data do not determine all parameters"
    case .maxIterations: "no minimum within the allowed iterations"
    case .noMinimum: "the search ended where there is no minimum"
    case .noPlateau: "the curve does not level off as the model requires"
    case .gompertzLimit: "the best richards curve is a gompertz curve"
    case .overflow: "a parameter is beyond what a number holds"
    case .outOfMemory: "memory was short"
    case .errorsUnknown: "the fit converged, but its errors are not known"
    case .ok: "the fit converged and has errors"
    }
  }
}
