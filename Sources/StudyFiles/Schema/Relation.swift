import PlainText
import SpreadModel

/// What must hold between members of an object, or between these and the rest of the study.
///
/// It stands beside the members, and is checked where there was no mistake in those that it uses; a member that
/// is missing has its default.
struct Relation<Root: Sendable>: Sendable {
  fileprivate enum Check {
    case alone(@Sendable (Root) -> Objection?)
    case among(@Sendable (Root, ReadStudy) -> [Objection])
    case ofFile(@Sendable (Root, ReadStudy) -> [Objection])
  }

  /// The keys of the members that it uses.
  fileprivate let members: [String]
  fileprivate let check: Check

  /// - Parameter objection: nil where all is well.
  init(_ members: String..., objection: @escaping @Sendable (Root) -> Objection?) {
    (self.members, check) = (members, .alone(objection))
  }

  /// Checked once the whole file was read, if one of the members is given.
  ///
  /// - Parameter objections: that the rest of the study makes.
  init(_ members: String..., among objections: @escaping @Sendable (Root, ReadStudy) -> [Objection])
  {
    (self.members, check) = (members, .among(objections))
  }

  /// The same where there is one objection at most.
  init(
    _ members: String..., among objection: @escaping @Sendable (Root, ReadStudy) -> Objection?
  ) {
    (self.members, check) = (members, .among { [objection($0, $1)].compactMap(\.self) })
  }

  private init(_ check: Check) { (members, self.check) = ([], check) }

  /// Between parts of the file, of what could be read of it: objections to what has a mistake do not count.
  static func ofFile(
    _ objections: @escaping @Sendable (StudyFile, ReadStudy) -> [Objection]
  ) -> Relation where Root == StudyFile {
    Relation(.ofFile(objections))
  }

  static func ofFile(
    _ objection: @escaping @Sendable (StudyFile, ReadStudy) -> Objection?
  ) -> Relation where Root == StudyFile {
    Relation(.ofFile { [objection($0, $1)].compactMap(\.self) })
  }
}

/// A file that was read whole.
struct ReadStudy {
  let study: Study
  let file: StudyFile
  let keys: StudyFileKeys
  /// As of `StudyDecoder`.
  let isStored: Bool
  /// Nil where it has a mistake: what follows from it is not judged then.
  let design: (any Design)?
  /// What responses may need and the study has.
  let met: Set<Response.Need>
  /// In the smallest group; nil where no number is given.
  let fewestPeople: Int?
  /// The names of contact structures, also of those with mistakes.
  let contacts: Set<String>
  /// Of contact structures that have layers.
  let layered: Set<String>
  /// The names that contact structures have for their layers.
  let layers: Set<String>
  /// The names of all groups of people.
  let groups: Set<String>
  /// The parts of the file that could not be read at all.
  let unread: Set<String>
  /// Nil where a mistake in reading may be why a label is not known.
  let suggestions: LabelSuggestions?
  let levels = LevelSets()
  /// Whether no mistake was found so far.
  var isFaultless = true
}

extension ReadStudy {
  /// The factor that a request asks for, and what is wrong where the study has none; a mistake in it is
  /// reported where it stands.
  func factor(_ key: ModelKey, askedBy member: String) -> (factor: Factor?, objections: [Objection])
  {
    if let factor = study.factors.first(where: { $0.parameter == key }) { return (factor, []) }
    if keys.varying.contains(key) || !keys.brokenFactors.isEmpty { return (nil, []) }
    let factors = study.factors.map(\.parameter.name)
    return (
      nil,
      [
        Objection(
          .unknownValue, at: member,
          say: "\(key.name) is not a factor of this study; "
            + (factors.isEmpty
              ? "the study has no factors" : "give one of \(Shape.listed(factors))"))
      ]
    )
  }
}

/// The levels of factors, each factor's made once: many requests may name some.
final class LevelSets {
  private var sets: [ModelKey: Set<KeyValue>] = [:]

  /// - Precondition: as of `Factor.allLevels`.
  func contain(_ level: KeyValue, of factor: Factor) -> Bool {
    let levels = sets[factor.parameter] ?? Set(factor.allLevels())
    sets[factor.parameter] = levels
    return levels.contains(level)
  }
}

extension Array where Element: Hashable {
  /// Values that stand before as well, with their index and the first one of each.
  var repeats: [(index: Int, value: Element, first: Int)] {
    var seen: [Element: Int] = [:]
    seen.reserveCapacity(count)
    return enumerated().compactMap { index, value in
      guard let first = seen.updateValue(index, forKey: value) else { return nil }
      seen[value] = first
      return (index, value, first)
    }
  }
}

/// What a relation finds wrong with an object.
struct Objection {
  /// Where in the object, by a way of keys; whole numbers are indices of lists.
  enum Place {
    case value([String])
    case key([String])
    /// A member, or the name of one, that need not be there: without it there is no mistake.
    case given([String])
    case givenKey([String])
    /// The opening bracket of an object, as the path of what is missing in it.
    case missing([String], String)
    /// A member that makes another one necessary, as the path of the missing one.
    case missingBeside([String], Node.Side, missing: [String])

    var way: [String] {
      switch self {
      case .value(let way), .key(let way), .given(let way), .givenKey(let way),
        .missing(let way, _),
        .missingBeside(let way, _, _):
        way
      }
    }
  }

  let code: ErrorCode
  let place: Place
  /// The way to the part that this one repeats; nil of one that repeats nothing.
  let first: [String]?
  /// Asked for of those that are shown, as of `Mistakes.Entry`, with the path of the first part.
  let message: (_ first: String) -> String
  let suggestion: () -> String?

  init(
    _ code: ErrorCode, _ place: Place, _ message: @autoclosure @escaping () -> String,
    suggestion: @autoclosure @escaping () -> String? = nil
  ) {
    (self.code, self.place, first, self.suggestion) = (code, place, nil, suggestion)
    self.message = { _ in message() }
  }

  /// That parts of a list repeat earlier ones.
  ///
  /// - Parameters:
  ///   - way: of the list.
  ///   - words: with the path of the first one.
  static func repeats<Value: Hashable>(
    of values: [Value], at way: String..., say words: @escaping (Value, String) -> String
  ) -> [Objection] {
    values.repeats.map { index, value, first in
      Objection(.value(way + ["\(index)"]), repeating: way + ["\(first)"]) { words(value, $0) }
    }
  }

  private init(_ place: Place, repeating first: [String], say words: @escaping (String) -> String) {
    (code, self.place, self.first) = (.duplicateValue, place, first)
    (message, suggestion) = (words, { nil })
  }

  /// In the value of a member, or in a part of it.
  init(
    _ code: ErrorCode, at way: String..., say message: @autoclosure @escaping () -> String,
    suggestion: @autoclosure @escaping () -> String? = nil
  ) {
    self.init(code, .value(way), message(), suggestion: suggestion())
  }

  /// At the name of a member, or of a part of it.
  init(
    _ code: ErrorCode, key way: String..., say message: @autoclosure @escaping () -> String
  ) {
    self.init(code, .key(way), message())
  }

  /// The same of a member that need not be there.
  init(
    _ code: ErrorCode, given way: String..., say message: @autoclosure @escaping () -> String
  ) {
    self.init(code, .given(way), message())
  }
}

extension Node {
  /// The name that a value stands under, or the value.
  enum Side {
    case key, value
  }
}

extension Mistakes {
  /// A relation of an object to a study that is not read whole yet.
  struct Pending: Sendable {
    let object: Node
    let members: [String]
    let objections: @Sendable (ReadStudy) -> [Objection]
  }

  /// Checks the relations of an object that was read, or keeps them until the study is known.
  ///
  /// - Parameter broken: members with mistakes.
  mutating func check<Root>(
    _ relations: [Relation<Root>], of root: Root, _ object: Node, _ given: NamedNodes,
    besides broken: Set<String>
  ) {
    guard !isSilent else { return }
    for relation in relations
    where broken.isEmpty || broken.isDisjoint(with: relation.members) {
      switch relation.check {
      case .alone(let objection): if let found = objection(root) { add(found, to: object) }
      case .among(let objections):
        guard relation.members.contains(where: { given[$0] != nil }) else { continue }
        pending.append(Pending(object: object, members: relation.members) { objections(root, $0) })
      case .ofFile(let objections):
        pending.append(Pending(object: object, members: []) { objections(root, $0) })
      }
    }
  }

  /// Keeps one until the study is known.
  mutating func keep(_ relation: Pending) {
    if !isSilent { pending.append(relation) }
  }

  /// Checks those that were kept.
  ///
  /// - Parameter condition: of the objects whose relations count.
  mutating func check(_ study: ReadStudy, where condition: (Node) -> Bool) {
    var study = study
    for relation in pending where condition(relation.object) {
      let object = relation.object
      guard sound(object) != nil,
        relation.members.allSatisfy({ object[$0].map { sound($0) != nil } ?? true })
      else { continue }
      study.isFaultless = isEmpty
      for objection in relation.objections(study) { add(objection, to: object) }
    }
    pending = []
  }

  /// Keeps that the runs of the study have a response, which a value names.
  mutating func expect(_ response: Response, at value: Node) {
    guard !isSilent, response.needs != .nothing || !response.isFinalValue else { return }
    pending.append(
      Pending(object: value, members: []) { read in
        if read.study.record.responses == .final, !response.isFinalValue {
          // What one of the study's own is made of is reported there.
          if response.own != nil { return [] }
          return [
            read.needSteps(
              .value([]), "\(response.name) is",
              instead: "give another response, such as final_share")
          ]
        }
        if read.met.contains(response.needs) { return [] }
        let remedy = response.remedy.map { "\($0), or " } ?? ""
        return [
          Objection(
            .badRelation, .value([]), "\(response.absence); give \(remedy)another response")
        ]
      })
  }

  /// Keeps that the same is not asked for twice: that would give rows of one name, count tests twice in the
  /// correction, and split the weight of a model between its copies.
  ///
  /// - Parameter elements: those without a mistake, with their index in the file.
  mutating func expectDistinct<Element: Sendable, Row: Hashable & Sendable>(
    _ elements: [(index: Int, value: Element)], in list: Node,
    _ rows: @escaping @Sendable (Element, StudyFileKeys) -> [Row]
  ) {
    guard !isSilent, elements.count > 1 else { return }
    pending.append(
      Pending(object: list, members: []) { read in
        var first: [Row: Int] = [:]
        return elements.compactMap { index, element in
          let keys = rows(element, read.keys)
          let before = keys.lazy.compactMap { first[$0] }.first
          for key in keys where first[key] == nil { first[key] = index }
          return before.map {
            Objection(
              .duplicateValue, at: "\(index)",
              say:
                "its rows would have the keys of those of \(list.path.index($0).text); remove one of the two"
            )
          }
        }
      })
  }

  mutating func add(_ objection: Objection, to object: Node) {
    let way = way(in: object, objection.place.way)
    let value = object.at(way)
    func isThere() -> Bool { object.find(way) != nil }
    // What has a mistake already is not judged.
    let first = objection.first.map { object.at(self.way(in: object, $0)) }
    if let first, !isFaultless(first) { return }
    let place: Node.Place
    switch objection.place {
    case .value:
      guard isFaultless(value) else { return }
      place = value.place
    case .given:
      guard isFaultless(value), isThere() else { return }
      place = value.place
    case .key:
      guard isSound(value.key) else { return }
      place = value.key
    case .givenKey:
      guard isSound(value.key), isThere() else { return }
      place = value.key
    case .missing(_, let key):
      // It, or what it is in, may be there under a name that is not known.
      guard sound(value) != nil, value[key] == nil, !mayBeGiven(way + [key], in: value) else {
        return
      }
      place = Node.Place(span: value.opening, path: object.path.way(way).key(key))
    case .missingBeside(_, let side, let missing):
      guard !mayBeGiven(missing.suffix(1), in: object.at(Array(missing.dropLast()))) else { return }
      place = Node.Place(
        span: side == .key ? value.keySpan : value.span, path: object.path.way(missing))
    }
    add(
      objection.code, at: place, objection.message(first?.path.text ?? ""),
      suggestion: objection.suggestion())
  }

  /// The way in the file: where a list below the object lost elements in reading, the others have other indices there.
  /// Who objects to a list itself counts its elements as the file does.
  private func way(in object: Node, _ way: [String]) -> [String] {
    guard !kept.isEmpty else { return way }
    var (node, found) = (object, [String]())
    for key in way {
      let index = Int(key).flatMap { found.isEmpty ? nil : kept[node.span]?.dropFirst($0).first }
      found.append(index.map(String.init) ?? key)
      node = node.at([found[found.count - 1]])
    }
    return found
  }
}
