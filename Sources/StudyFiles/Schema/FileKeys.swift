import PlainText
import SpreadModel

/// The keys that the model has in one study file: what depends on the file itself.
struct FileKeys: Sendable {
  /// Of the numbers that stand in the file's structures.
  let numbers: [ModelKey]
  /// Whole, or real where the rules draw a number of contacts whose mean it is.
  let infectionFactor: ModelKey
  /// The responses that the file defines.
  let ownResponses: [OwnResponse]
  /// Names of its responses that cannot be read: what is wrong with them is told there.
  let brokenResponses: [String]

  /// All that a request may name.
  var responses: [Response] { Response.allCases + ownResponses.flatMap(\.responses) }

  var isReal: Bool { infectionFactor.allowed.numbers.map { !$0.isWhole } ?? false }
  /// All keys of the model.
  var model: [ModelKey] { ModelKey.withInfectionFactor(ModelKey.all, isReal: isReal) }
  /// All that may vary.
  var parameters: [ModelKey] {
    ModelKey.withInfectionFactor(ModelKey.factors, isReal: isReal) + numbers
  }

  /// Those of the schema, which takes what any file may have.
  static let any = FileKeys(numbers: [], infectionFactor: .realInfectionFactor)

  private init(numbers: [ModelKey], infectionFactor: ModelKey) {
    (self.numbers, self.infectionFactor) = (numbers, infectionFactor)
    (ownResponses, brokenResponses) = ([], [])
  }

  /// Of a file, read before anything in it is checked.
  init(_ root: JSONValue) {
    infectionFactor =
      FactorSpelling(root).isReal ? .realInfectionFactor : .infectionFactor
    numbers = StructureKind.numbers(in: root, infectionFactor: infectionFactor)
    let responses = root[key: "responses"]?.members ?? []
    ownResponses = responses.compactMap { OwnResponse(name: $0.key, $0.value) }
    let sound = Set(ownResponses.map(\.name))
    brokenResponses = responses.map(\.key).filter { !sound.contains($0) }
      .flatMap { [$0, OwnResponse.eventName(of: $0)] }
  }
}

/// How a file has to be read where it gives the infection factor: as a real number where all rules that it
/// uses have it as a mean (those of a program's own may), or some have and a value is not whole.
private struct FactorSpelling {
  let isReal: Bool

  init(_ root: JSONValue) {
    func values(of name: String) -> [JSONValue] {
      let factor = root[key: "factors"]?[key: name]
      let design = root[key: "design"]
      let searched = design?[key: "factor"]?.string == name ? design : nil
      let listed = design?[key: "points"]?.elements ?? []
      return [root[key: "model"]?[key: name], design?[key: "base"]?[key: name]].compactMap(\.self)
        + (factor?[key: "values"]?.elements ?? [])
        + ["from", "to", "step"].compactMap { factor?[key: $0] }
        + ["from", "to"].compactMap { searched?[key: $0] }
        + listed.compactMap { $0[key: name] }
    }
    let names = values(of: ModelKey.rule.name).compactMap(\.string)
    let standard = ModelKey.rule.standard?.description ?? ""
    let means = Set(
      (names.isEmpty ? [standard] : names).map { name in
        let draw = root[key: "rules"]?[key: name]?[key: "draw"]
        guard let draw else { return SpreadRule.ownDraw(named: name) != nil }
        return draw[key: "number"]?.string != nil || draw[key: "own"] != nil
      })
    let isBroken = values(of: ModelKey.infectionFactor.name).contains {
      $0.number.map { !$0.isWhole } ?? false
    }
    isReal = means == [true] || means.contains(true) && isBroken
  }
}
