import PlainText
import SpreadModel

/// How the points of a study are chosen from its factors. Each kind of design is a type with a file of
/// its own; `DesignKinds.all` lists them. Schema, reading, checks, points and `study.resolved.json`
/// follow from it.
protocol Design: FileObject, Hashable {
  /// As `design.type` in study files.
  static var name: String { get }
  /// One sentence for people.
  static var about: String { get }
  /// The members besides `type` as they are written.
  ///
  /// - Parameter keys: the keys of the model, in the order of the file.
  func json(_ keys: [ModelKey]) -> [(String, JSONText)]

  /// The factors of the study: those of the file, or what the design makes of them.
  func factors(_ given: [Factor], _ keys: StudyFileKeys) -> [Factor]

  /// Writes into a study that was read what the design decides itself.
  func complete(_ study: inout Study)

  /// Which factors no such design can have, whatever its members are, by ways from the root of the file.
  static func objectionsToFactors(_ read: ReadStudy) -> [Objection]

  /// What else of the study does not go with it.
  func objections(_ read: ReadStudy) -> [Objection]

  /// Number of points, by arithmetic alone: plans that are far too large to make are judged at once.
  func pointCount(_ study: Study) -> Double

  /// The values of the factors by point, made one by one, so that memory holds no copy of them.
  ///
  /// - Throws: what the statistics library refuses, which checked studies do not make it do.
  func levels(_ study: Study) throws -> PointLevels

  /// Whether the points are a sample, in which two may be equal; they are distinguished by their order.
  var isSample: Bool { get }

  /// Whether equal points cannot be ruled out by looking at each factor alone.
  func mayRepeatPoints(_ study: Study) -> Bool

  /// The same kind of sample with about `most` points; itself where it is none.
  func reduced(toPoints most: Int, factors: Int) -> Self

  /// Whether several factors change from each point to the next.
  var variesAllTogether: Bool { get }

  /// Whether it takes the first levels of all factors together, then the second ones, and so on.
  var pairsLevels: Bool { get }

  /// The points that it gives itself, so that the file has no factors; nil where it gives none.
  var listedPoints: ListedPoints? { get }

  /// A point besides those of the factors' levels; empty where there is none.
  var base: [ModelKey: KeyValue] { get }

  /// Whether it decides by the runs how many replicates a point has, so that the file does not say it.
  var decidesReplicates: Bool { get }

  /// The most runs there may be, where the runs decide how many there are; nil: `replicates` say it.
  func mostRuns(_ study: Study) -> Double?

  /// What ends its rounds, after "until"; nil: it has one round.
  var goal: String? { get }

  /// Whether runs decide where further points are.
  var placesPoints: Bool { get }

  /// Whether it places its points as another design does: of those whose runs decide where points are, the same
  /// but for what ends it.
  func placesPoints(as other: any Design) -> Bool

  /// How the sensitivity of responses follows from its points; nil where it does not.
  static var sensitivity: SensitivityMethod? { get }
}

/// The values of the factors at each of so many points.
typealias PointLevels = (count: Int, at: (Int) -> [ModelKey: KeyValue])

enum DesignKinds {
  /// Every design, in the order in which people see them.
  static let all: [any Design.Type] = [
    Factorial.self, Zip.self, PointsAsListed.self, OneAtATime.self, LatinHypercubeSample.self,
    SobolSample.self, HaltonSample.self, SaltelliSample.self, MorrisPaths.self,
    ThresholdDesign.self, SelectDesign.self, Calibration.self,
  ]

  /// Of a file; nil where it names an unknown one.
  static func kind(_ design: JSONValue?) -> (any Design.Type)? {
    guard let design else { return Factorial.self }
    return all.first { $0.name == design[key: "type"]?.string }
  }

  static let codec = Codec<any Design>(
    reader: Kind.reader(by: "type", all.map { $0.kind }), encode: { _ in nil })
}

extension Design {
  fileprivate static var kind: Kind<any Design> {
    Kind(name, about, blank, fileMembers, relations) { $0 }
  }
}

extension StudyFile {
  /// Factors, model and design go together.
  static let relationOfDesign = Relation.ofFile { _, read in
    (read.keys.designKind?.objectionsToFactors(read) ?? [])
      + (read.design?.objections(read) ?? [])
  }
}

/// What most designs have in common.
extension Design {
  static var fileMembers: [Member<Self>] { [] }
  func json(_ keys: [ModelKey]) -> [(String, JSONText)] { writtenMembers }
  func factors(_ given: [Factor], _ keys: StudyFileKeys) -> [Factor] { given }
  func complete(_ study: inout Study) {}
  func objections(_ read: ReadStudy) -> [Objection] { [] }
  var isSample: Bool { false }
  func reduced(toPoints most: Int, factors: Int) -> Self { self }
  var variesAllTogether: Bool { false }
  var pairsLevels: Bool { false }
  var listedPoints: ListedPoints? { nil }
  var base: [ModelKey: KeyValue] { [:] }
  var decidesReplicates: Bool { false }
  func mostRuns(_ study: Study) -> Double? { nil }
  var goal: String? { nil }
  var placesPoints: Bool { false }
  func placesPoints(as other: any Design) -> Bool { !other.placesPoints }
  static var sensitivity: SensitivityMethod? { nil }

  /// The levels of one factor are different (checked on loading), but not always what they stand for.
  func mayRepeatPoints(_ study: Study) -> Bool {
    let rules = study.rulesByName
    return study.factors.contains { factor in
      guard case .values(let values) = factor.levels else { return factor.parameter.number != nil }
      switch factor.parameter {
      case .rule:
        let named = values.compactMap { rules["\($0)"] }
        return Set(named).count < values.count
      case .columns: return values.contains(.name(ModelKey.square))
      case .interventions, .contacts: return true
      default: return factor.parameter.number != nil
      }
    }
  }

  /// All factors need levels of their own: a bare interval has none.
  static func objectionsToFactors(_ read: ReadStudy) -> [Objection] {
    read.study.combinedFactors.compactMap { factor in
      guard case .interval = factor.levels else { return nil }
      let way = ["factors", factor.parameter.path]
      return Objection(
        .missing, .missingBeside(way, .key, missing: way + ["step"]),
        "\"from\" and \"to\" alone are for sampled designs; the design \"\(name)\" "
          + "needs \"step\" or \"count\" too")
    }
  }

  /// Whether it gives the points itself.
  var givesPoints: Bool { listedPoints?.all.isEmpty == false }
  var name: String { Self.name }
  var sensitivity: SensitivityMethod? { Self.sensitivity }

  /// The object `design` of a study file.
  func object(_ keys: [ModelKey]) -> JSONText {
    .object([("type", .string(name))] + json(keys))
  }
}

/// Holds a design of any kind: equal where kind and values are.
@propertyWrapper
struct AnyDesign: Hashable, Sendable {
  var wrappedValue: any Design

  static func == (one: AnyDesign, other: AnyDesign) -> Bool {
    AnyHashable(one.wrappedValue) == AnyHashable(other.wrappedValue)
  }

  func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}
