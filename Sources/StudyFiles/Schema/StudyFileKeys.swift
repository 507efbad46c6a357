import PlainText
import SpreadModel

/// The keys that the model has in one study file: what depends on the file itself.
struct StudyFileKeys: Sendable {
  /// Of the numbers that stand in the file's structures.
  let numbers: [ModelKey]
  /// Whole, or real where the rules draw a number of contacts whose mean it is.
  let infectionFactor: ModelKey
  /// The responses that the file defines.
  private(set) var ownResponses: [OwnResponse] = []
  /// Names of its responses that cannot be read: what is wrong with them is reported there.
  private(set) var brokenResponses: [String] = []
  private var brokenNames: Set<String> = []
  /// Names of its responses that follow from themselves or from too many others, with words.
  private(set) var endlessResponses: [(name: String, words: String)] = []
  /// What its curves have.
  let series: [CurveSeries]
  private let seriesByName: [String: CurveSeries]

  /// All that a request may name.
  private(set) var responses: [Response] = []
  private var responsesByName: [String: Response] = [:]

  let isReal: Bool
  /// All keys of the model.
  let model: [ModelKey]
  /// All that may vary.
  let parameters: [ModelKey]
  /// Those that do, or are meant to.
  let varying: [ModelKey]
  /// What its factors are called whose path leads to none: that is reported there.
  let brokenFactors: [String]
  /// Nil where the file names an unknown one.
  let designKind: (any Design.Type)?
  /// What stands under a name in each part of the file, also where it has mistakes.
  private let definitions: [String: [String]]
  private let parametersByName: [String: ModelKey]
  /// Of people, once files of edges were read that have some.
  var labels: PeopleLabels?
  /// What comparisons are of that name no response, once it is known whether people recover.
  var mainResponses: [Response] = []

  /// The names in a part of the file, in its order, each once.
  func names(in part: String) -> [String] { definitions[part] ?? [] }

  /// The parameter of that name; nil if there is none.
  func parameter(_ name: String) -> ModelKey? { parametersByName[name] }

  /// The response of that name, the first where there are several; nil if there is none.
  func response(_ name: String) -> Response? { responsesByName[name] }

  /// The series of that name, the first where there are several; nil if there is none.
  func series(named name: String) -> CurveSeries? { seriesByName[name] }

  /// Those of the schema, which takes what any file may have.
  static let any = StudyFileKeys(
    JSONValue(content: .null, span: .init(source: 0, start: 0, end: 0)), isReal: true)

  /// Of no file: what structures and responses are made of asks for no more.
  static func bare(_ infectionFactor: ModelKey) -> StudyFileKeys {
    StudyFileKeys(infectionFactor: infectionFactor)
  }

  private init(infectionFactor: ModelKey) {
    self.infectionFactor = infectionFactor
    isReal = infectionFactor == .realInfectionFactor
    numbers = []
    (brokenFactors, designKind) = ([], nil)
    series = CurveSeries.allCases
    seriesByName = Self.byName(series)
    (model, parameters, varying, parametersByName, definitions) = ([], [], [], [:], [:])
  }

  /// Of a file, read before anything in it is checked.
  init(_ root: JSONValue) { self.init(root, isReal: FactorSpelling(root).isReal) }

  private init(_ root: JSONValue, isReal: Bool) {
    self.isReal = isReal
    infectionFactor = isReal ? .realInfectionFactor : .infectionFactor
    model = ModelKey.withInfectionFactor(ModelKey.all, isReal: isReal)
    definitions = Dictionary(
      (root.members ?? []).map { part in
        var seen: Set<String> = []
        let names = (part.value.members ?? []).map(\.key)
        seen.reserveCapacity(names.count)
        return (part.key, names.filter { seen.insert($0).inserted })
      }
    ) { first, _ in first }
    let found = StructureKind.numbers(in: root, infectionFactor: infectionFactor)
    let factors = ModelKey.withInfectionFactor(ModelKey.factors, isReal: isReal)
    designKind = DesignKinds.kind(root[key: "design"])
    let byPath = Dictionary(uniqueKeysWithValues: (factors + found).map { ($0.path, $0) })
    let design = root[key: "design"]
    let listed = design?[key: "points"]?.elements?.first
    let named = [root[key: "factors"], listed].flatMap { ($0?.members ?? []).map(\.key) }
    let names = FactorNames(
      root[key: "factors"],
      varying: (named + [design?[key: "factor"]?.string].compactMap(\.self)).compactMap {
        byPath[$0]
      })
    brokenFactors = (root[key: "factors"]?.members ?? []).filter { byPath[$0.key] == nil }
      .flatMap { [$0.key, $0.value[key: "as"]?.string].compactMap(\.self) }
    varying = names.keys
    numbers = found.map { names[$0] }
    parameters = factors.map { names[$0] } + numbers
    parametersByName = Dictionary(
      (parameters.map { ($0.path, $0) } + varying.map { ($0.name, $0) })
    ) { first, _ in first }
    let seen = (root[key: ModelKey.observed]?.members ?? []).map { member in
      ObservedSeries(
        name: member.key, stay: member.value[key: "stay"].map { _ in Length.forever })
    }
    series = CurveSeries.allCases + CurveSeries.observed(seen)
    seriesByName = Self.byName(series)
    readResponses(root[key: "responses"])
  }

  private static func byName(_ series: [CurveSeries]) -> [String: CurveSeries] {
    Dictionary(series.map { ($0.rawValue, $0) }) { first, _ in first }
  }

  private mutating func readResponses(_ defined: JSONValue?) {
    guard let defined else { return set([], besides: []) }
    let members = Array(Node(root: defined).members)
    let read = OwnResponseReading(members, self)
    set(members.compactMap { read[$0.name] }, besides: members.map(\.name))
    endlessResponses = read.endless
  }

  /// - Parameter names: of the definitions.
  private mutating func set(_ own: [OwnResponse], besides names: [String]) {
    ownResponses = own
    setResponses(Response.allCases + own.flatMap(\.responses))
    let sound = Set(own.map(\.name))
    brokenResponses = names.filter { !sound.contains($0) }
      .flatMap { [$0, OwnResponse.eventName(of: $0)] }
    brokenNames = Set(brokenResponses)
  }

  /// Whether a response of that name cannot be read.
  func isBroken(_ name: String) -> Bool { brokenNames.contains(name) }

  private mutating func setResponses(_ all: [Response]) {
    responses = all
    responsesByName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The same where the built-in responses and these are all there are.
  func knowing(_ more: [Response]) -> StudyFileKeys {
    var keys = self
    keys.setResponses(Response.allCases + more)
    return keys
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
    let names = Set(values(of: ModelKey.rule.name).compactMap(\.string))
    let usual = ModelKey.rule.defaultValue?.description ?? ""
    let means = Set(
      (names.isEmpty ? [usual] : names).map { name in
        let draw = root[key: "rules"]?[key: name]?[key: "draw"]
        guard let draw else {
          return SpreadRule.builtIn(named: name)?.draw.hasMean ?? false
            || SpreadRule.ownDraw(named: name) != nil
        }
        return draw[key: "number"]?.string != nil || draw[key: "own"] != nil
      })
    let isBroken = values(of: ModelKey.infectionFactor.name).contains {
      $0.number.map { !$0.isWhole } ?? false
    }
    isReal = means == [true] || means.contains(true) && isBroken
  }
}
