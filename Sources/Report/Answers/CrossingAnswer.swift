import PlainText

/// Where a mean response reaches a level: what searches and dose-response curves are for.
struct CrossingAnswer {
  struct Crossing {
    /// What tells it from the others, such as "random"; empty of a single one.
    let place: String
    /// The level of the factor; nil where none was found.
    let level: Measured?
    /// Why none was found, or why it has no interval; empty where that is not known.
    let reason: String
  }

  let subject: String
  /// What the mean is there.
  let target: Measured
  let factor: String
  let crossings: [Crossing]

  /// Crossings that a sentence lists; of more it gives the ends.
  private static let most = 4

  func sentences(level: String) -> [String] {
    let found = crossings.filter { $0.level != nil }
    let start = "\(subject.capitalizedFirst) is \(target.text) at"
    var sentences: [String] = []
    func words(_ index: Int, _ crossing: Crossing) -> String {
      (crossing.level?.words(index == 0 ? level : nil) ?? "")
        + (crossing.place.isEmpty ? "" : " for \(crossing.place)")
        + (crossing.level?.range() == nil && !crossing.reason.isEmpty
          ? " (without an interval: \(crossing.reason))" : "")
    }
    if found.count > Self.most {
      let order = found.sorted { $0.level?.value ?? 0 < $1.level?.value ?? 0 }
      let ends = [order[0], order[order.count - 1]].enumerated().map(words)
      sentences.append("\(start) \(factor) \(ends[0]), the lowest, to \(ends[1]), the highest.")
    } else if !found.isEmpty {
      let all = found.enumerated().map(words)
      // Places of several levels have commas of their own.
      let hasCommas = found.contains { $0.place.contains(", ") }
      sentences.append(
        "\(start) \(factor) \(hasCommas ? all.joined(separator: "; ") : all.listed).")
    }
    let missing = crossings.filter { $0.level == nil }
    for (reason, members) in missing.grouped(by: { $0.reason }) {
      let places = members.map(\.place).filter { !$0.isEmpty }
      sentences.append(
        "No level of \(factor) was found at which \(found.isEmpty ? subject : "it") is \(target.text)"
          + (places.isEmpty
            ? ""
            : places.count > Self.most
              ? " in \(grouped(places.count)) of \(grouped(crossings.count)) combinations"
              : " for \(places.listedPlaces)") + (reason.isEmpty ? "." : " (\(reason))."))
    }
    return sentences
  }
}
