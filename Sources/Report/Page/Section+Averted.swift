import PlainText
import SpreadModel
import Tables

extension Section {
  /// What the levels of a factor avert beside a reference, a sentence for each pair of levels.
  static let averted = Section(
    "averted", "Infections averted", table: "averted", overAllRuns: true
  ) { folder, _ in
    let pairs = try AvertedFacts.read(folder)
    let shown = pairs.prefix(mostPairs)
    return listHTML(
      shown.map { $0.sentence(level: folder.level) }
        + [showing(shown.count, of: pairs.count, "pairs of levels; all are in averted.csv")]
        .filter { !$0.isEmpty })
  }

  private static let mostPairs = 12
}

/// The rows of `averted.csv` of one pair of levels, within one combination of the other factors.
struct AvertedFacts {
  /// By outcome.
  private let rows: [String: CSVRow]
  /// Such as "infection probability 0.5"; empty if no other parameter varies.
  private let place: String
  private let level, reference: String

  static func read(_ folder: ReportedFolder) throws -> [AvertedFacts] {
    guard let table = folder.tables["averted"] else { return [] }
    let parameters = table.schema.columns.parameters
    let varied = parameters.filter { folder.points.varied.contains($0) }
    let names = ["factor", "reference", "level"] + varied.map(\.name)
    return try table.rows().grouped { row in names.map { row[$0] } }.compactMap { names, rows in
      let factor = parameters.first { $0.name == names[0] }
      let others = zip(varied, names.dropFirst(3)).filter { !$1.isEmpty }
      let outcomes = Dictionary(
        rows.map { ($0["outcome"], $0) }, uniquingKeysWith: { first, _ in first })
      // Two levels without a replicate that both have avert nothing that is known.
      guard outcomes["infections"]?.number("mean") != nil else { return nil }
      return AvertedFacts(
        rows: outcomes,
        place: others.map { $0.plainWords($1) }.joined(separator: ", "),
        level: factor?.plainWords(names[2]) ?? names[2],
        reference: factor?.level(names[1]) ?? names[1])
    }
  }

  /// The answer of a study names so many levels, and so many combinations of the other factors.
  private static let mostNamed = 4

  /// What each level averts, together; over many combinations of the other factors from the fewest infections to the
  /// most.
  static func answers(_ folder: ReportedFolder) throws -> [String] {
    let pairs = try read(folder).grouped { [$0.level, $0.reference] }.map(\.members)
    let sentences = pairs.prefix(mostNamed).map { words($0, folder.level) }
    let rest = pairs.count - sentences.count
    return pairs.isEmpty
      ? [] : [(sentences + more(rest, "pair of levels", "pairs of levels")).together]
  }

  /// Where the others are that are not named; nothing without any.
  private static func more(_ count: Int, _ one: String, _ several: String) -> [String] {
    count <= 0
      ? []
      : [
        "\(count == 1 ? "Another \(one)" : "\(grouped(count)) other \(several)"): see Infections averted."
      ]
  }

  /// What one level averts; first, where it causes more.
  private static func words(_ pair: [AvertedFacts], _ level: String) -> String {
    let sorted = pair.sorted { $0.mean < $1.mean }
    guard let fewest = sorted.first, let most = sorted.last, sorted.count > 1, fewest.mean >= 0
    else {
      return
        (sorted.prefix(mostNamed).map { $0.sentence(level: level, isShort: true) }
        + more(pair.count - mostNamed, "combination of levels", "combinations of levels")).together
    }
    let named = "\(fewest.level) instead of \(fewest.reference) averts"
    let later = fewest.hasInterval ? nil : level
    let first = "\(fewest.size(level)) infections at \(fewest.place)"
    if sorted.count > mostNamed {
      return
        "\(named) from \(first) to \(most.size(later)) at \(most.place), over \(grouped(sorted.count)) "
        + "combinations of the other factors."
    }
    let others = sorted.dropFirst().map { "\($0.size(later)) at \($0.place)" }
    return "\(named) \(([first] + others).joined(separator: "; "))."
  }

  /// Infections averted, below 0 where the level causes more.
  private var mean: Double { rows["infections"]?.number("mean") ?? 0 }

  private var hasInterval: Bool { rows["infections"]?.measured("mean")?.range() != nil }

  /// Such as "971 (95 % interval 945 to 997) of 1146".
  private func size(_ confidence: String?) -> String {
    guard let all = rows["infections"], let mean = all.measured("mean") else { return "" }
    return "\(mean.words(confidence)) of \(all.shown("reference_mean"))"
  }

  /// Such as "young instead of none averts 971 (95 % interval 945 to 997) of 1146 infections, in the mean of 100 pairs of
  /// runs; 0 people are infected with it alone, 94 later.".
  ///
  /// - Parameter isShort: whether it is of the infections alone.
  func sentence(level confidence: String, isShort: Bool = false) -> String {
    guard let all = rows["infections"], let mean = all.measured("mean") else { return "" }
    let people = [
      ("worse_off", "people are infected only with it"), ("later", "later"),
      ("earlier", "earlier"),
    ]
    .compactMap { outcome, words in rows[outcome].map { "\($0.shown("mean")) \(words)" } }
    let mapped =
      rows["worse_off"]?.count("n").map { "in the \(grouped($0)) pairs with maps, " } ?? ""
    let averted = mean.magnitude.words(confidence)
    let reference = all.shown("reference_mean")
    return "\(place.isEmpty ? "" : "At \(place), ")\(level) instead of \(self.reference) "
      + (mean.value < 0
        ? "causes \(averted) infections more than the \(reference) without it"
        : "averts \(averted) of \(reference) infections")
      + ", on average over \(grouped(all.count("n") ?? 0)) pairs of runs"
      + (isShort || people.isEmpty ? "." : "; \(mapped)\(people.joined(separator: ", ")).")
  }
}
