import PlainText
import SpreadModel
import Tables

extension SimulatedModel {
  /// What a source does: of a rule that the program knows its explanation; of others, and where the
  /// neighbors are not those of the grid, the parts of the rule.
  func rule(_ name: String) -> String {
    let words = ruleWords(name)
    // The latent are infected, too, and do not act.
    return has(.latentSteps)
      ? words.replacing(/nfected (?=person|people)/, with: "nfectious ") : words
  }

  private func ruleWords(_ name: String) -> String {
    let parts = study?["rules"]?[name]
    let isOnGrid = structures.contains(where: isOnGrid)
    let known = (SpreadRule.builtIn + SpreadRule.own).first { $0.name == name }
    if parts == nil, isOnGrid || known?.rule.draw.own != nil || known == nil {
      return known?.explanation ?? name
    }
    let path = "rules.\(name)"
    func part(_ key: String, _ known: String?) -> String? { parts?[key]?.text ?? known }
    let draw = part("draw", known?.rule.draw.rawValue)
    // Where all are tried, those who are not healthy change nothing.
    let isHealthy = draw == "each" || part("pool", known?.rule.pool.rawValue) == "healthy"
    var neighbors: String = isHealthy ? "healthy neighbors" : "neighbors"
    if isOnGrid {
      switch part("neighborhood", known?.rule.neighborhood.rawValue) {
      case "moore": neighbors = "its eight " + neighbors
      case "von_neumann": neighbors = "its four " + neighbors
      case "hexagonal": neighbors = "its six " + neighbors
      default:
        let place = parts?["neighborhood"]
        neighbors =
          "its \(neighbors) up to a distance of "
          + "\(number("\(path).neighborhood.radius", place?["radius"])) "
          + "(\(number("\(path).neighborhood.metric", place?["metric"])))"
      }
    } else {
      neighbors = "its " + neighbors
    }
    let act: String =
      switch draw {
      case "exact": "contacts as many of \(neighbors) as the infection factor says"
      case "at_least_one":
        "contacts a random number of \(neighbors), from one to the infection factor"
      case "uniform":
        "contacts a random number of \(neighbors), from none to the infection factor"
      case "capped":
        "tries all of \(neighbors); if more succeed than the infection factor allows, a random choice "
          + "of them counts"
      case "each": "infects each of \(neighbors) with the infection probability"
      case "scan": "tries \(neighbors) in reading order until the infection factor is used up"
      default:
        "contacts \(contactNumber(parts?["draw"], "\(path).draw", known?.rule.draw)) of \(neighbors)"
      }
    let order: String =
      part("update", known?.rule.update.rawValue) == "sequential"
      ? "One after the other, each infected person " : "Each infected person "
    return order + act + (isHealthy ? "." : ", healthy or not.")
  }

  /// Whether the infection factor matters to a rule.
  func usesFactor(_ name: String) -> Bool {
    let draw = study?["rules"]?[name]?["draw"]
    if let draw { return draw.text != "each" && draw["number"]?.elements == nil }
    let known = (SpreadRule.builtIn + SpreadRule.own).first { $0.name == name }
    return known?.rule.draw.usesFactor ?? true
  }

  /// How many are contacted, by a distribution or by a program's own rule; `known` is that of a built-in
  /// rule, of which the study says nothing.
  private func contactNumber(
    _ draw: JSONValue?, _ path: String, _ known: SpreadRule.Draw?
  ) -> String {
    if case .number(let contacts)? = known, let distribution = contacts.name {
      return "a random number (\(Self.distribution(distribution)), mean infection factor)"
    }
    if let own = draw?["own"] { return "those that \(number("\(path).own", own)) picks" }
    guard let distribution = draw?["number"] else { return "some" }
    if let weights = distribution.elements {
      let words = weights.enumerated().map { number("\(path).number.\($0)", $1) }
      return "a random number (none, one, ... with weights \(words.joined(separator: ", ")))"
    }
    let dispersion = draw?["dispersion"].map { value -> String in
      ", dispersion \(number("\(path).dispersion", value))"
    }
    let name = Self.distribution(number("\(path).number", distribution))
    return "a random number (\(name)\(dispersion ?? ""), mean infection factor)"
  }

  private static func distribution(_ name: String) -> String {
    name == "poisson" ? "Poisson" : name.replacing("_", with: " ")
  }
}
