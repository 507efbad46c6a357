import PlainText

/// What a calibration found, and whether the model agrees with the data.
struct PosteriorAnswer {
  struct Parameter {
    let name: String
    /// The median with its interval; nil where no draw was accepted.
    let median: Measured?
  }

  let parameters: [Parameter]
  /// Observed quantities outside the middle 90 % of the runs of accepted draws, and all.
  let outside: (count: Int, of: Int)?
  /// Observed quantities that no draw from the prior reached.
  let uncovered: Int

  private static let most = 6

  func sentences(level: String) -> [String] {
    let known = parameters.filter { $0.median?.low != nil }
    let open = parameters.filter { $0.median?.low == nil }.map(\.name)
    var sentences: [String] = []
    if !known.isEmpty {
      let words = known.prefix(Self.most).enumerated().compactMap { index, parameter in
        parameter.median.map { "\(parameter.name) \($0.words(index == 0 ? level : nil))" }
      }
      let rest = known.count - words.count
      sentences.append(
        "The data give, as posterior medians: \(words.joined(separator: "; "))"
          + (rest > 0 ? "; \(grouped(rest)) more are in the table." : "."))
    }
    if !open.isEmpty { sentences.append("The data do not constrain \(open.listed).") }
    if uncovered > 0 {
      sentences.append(
        "The model does not fit: no draw from the prior comes near \(grouped(uncovered)) of the observed values."
      )
    } else if let outside {
      // One in ten lies outside by chance.
      let isFit =
        Double(outside.count) <= 0.1 * Double(outside.of) + 2
        * (0.09 * Double(outside.of)).squareRoot()
      sentences.append(
        "The fitted model \(isFit ? "agrees" : "does not agree") with the data: "
          + "\(grouped(outside.count)) of \(grouped(outside.of)) observed values lie outside the middle "
          + "90\u{00A0}% of its runs, where one in ten is expected.")
    }
    return sentences
  }
}
