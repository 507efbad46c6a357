import PlainText
package import SpreadModel

/// The kinds of plain values.

extension Codec<Bool> {
  static let flag = Codec(
    plain: { _ in .flag }, read: { value, _ in value.bool }, write: JSONText.bool)

  /// One word for false, one for true.
  static func words(_ no: String, _ yes: String) -> Codec {
    Codec(
      plain: { _ in .choice([no, yes]) }, read: { value, _ in value.string == yes },
      write: { .string($0 ? yes : no) })
  }

  /// True where the word stands.
  static func word(_ word: String) -> Codec {
    Codec(
      plain: { _ in .choice([word]) }, read: { value, _ in value.string == word },
      write: { _ in .string(word) })
  }
}

extension Codec<String> {
  static let text = Codec(
    plain: { _ in .text }, read: { value, _ in value.string }, write: JSONText.string)
  static let label = Codec(
    plain: { _ in .label }, read: { value, _ in value.string }, write: JSONText.string)

  /// What a column of the study's own may be called.
  static let columnLabel = Codec(
    plain: { _ in .columnLabel }, read: { value, _ in value.string }, write: JSONText.string)

  static func choice(_ words: [String]) -> Codec {
    Codec(
      plain: { _ in .choice(words) }, read: { value, _ in value.string }, write: JSONText.string)
  }
}

extension Codec<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Codec {
    Codec(
      plain: { _ in .whole(range) }, read: { value, _ in value.number?.integer },
      write: JSONText.int)
  }
}

extension Codec<ClosedRange<Int>> {
  /// The first and the last of a range.
  static func span(_ range: ClosedRange<Int>) -> Codec {
    Codec(
      plain: { _ in .span(range) },
      read: { value, _ in
        let ends = value.elements.compactMap { $0.number?.integer }
        return ends.count == 2 ? ends[0]...ends[1] : nil
      },
      write: { .array([.int($0.lowerBound), .int($0.upperBound)]) })
  }
}

extension Codec<Double> {
  /// -0 becomes 0.
  static func real(_ range: RealRange) -> Codec {
    Codec(
      plain: { _ in .real(range) }, read: { value, _ in value.number.map { $0.double + 0 } },
      write: JSONText.real)
  }

  /// 0...1.
  static let portion = real(RealRange(0...1))

  /// A share that is neither 0 nor 1.
  static let share = real(RealRange(0...1, lowestIsIn: false, highestIsIn: false))
}

extension Codec where Value: CaseIterable & RawRepresentable<String> {
  static var choice: Codec {
    Codec(
      plain: { _ in .choice(Value.allCases.map(\.rawValue)) },
      read: { value, _ in value.string.flatMap(Value.init) },
      write: { .string($0.rawValue) })
  }
}

extension Codec<Response> {
  /// The name of a response; the schema takes any name for one of the study's own.
  ///
  /// One whose definition has a mistake is reported there only.
  ///
  /// - Parameters:
  ///   - condition: which can be meant.
  ///   - others: what those that cannot are, and what to give instead.
  static func response(
    where condition: @escaping @Sendable (Response) -> Bool = { _ in true }, others: String = ""
  ) -> Codec {
    Codec(
      names: { responseNames($0, where: condition) },
      read: { value, keys in value.string.flatMap(keys.response) },
      write: { .string($0.rawValue) }, isBroken: { $1.isBroken($0) }
    ).noting { $2.expect($0, at: $1) }
      .refusing(others) { name, keys in keys.response(name).map { !condition($0) } ?? false }
  }
}

extension Codec<CurveSeries> {
  /// A column of curves.csv; the schema takes any name for one of the study's own.
  static let series = Codec(
    names: { keys in
      let names = keys.series.map(\.rawValue)
      return .named(names, [Shape.Pattern(text: Label.pattern, allowed: .name)], offered: names)
    },
    read: { value, keys in value.string.flatMap { keys.series(named: $0) } },
    write: { .string($0.rawValue) })
}

extension Codec {
  /// The same, read otherwise.
  ///
  /// - Parameter read: is given how this one reads.
  private func reading(
    _ read:
      @escaping @Sendable (
        Node, StudyFileKeys, inout Mistakes, _ value: (inout Mistakes) -> Value?
      ) -> Value?
  ) -> Codec {
    Codec(
      reader: { [reader] keys in
        let reader = reader(keys)
        return ValueReader(reader.shape) { node, offered, mistakes in
          read(node, keys, &mistakes) { reader(node, offered: offered, &$0) }
        }
      }, encode: encode)
  }

  /// The same, which looks at what was read.
  func noting(_ look: @escaping @Sendable (Value, Node, inout Mistakes) -> Void) -> Codec {
    reading { node, _, mistakes, value in
      let value = value(&mistakes)
      if let value { look(value, node, &mistakes) }
      return value
    }
  }

  /// The same, which the whole study may object to.
  func among(_ objections: @escaping @Sendable (Node, ReadStudy) -> [Objection]) -> Codec {
    noting { _, node, mistakes in
      mistakes.keep(Mistakes.Pending(object: node, members: []) { objections(node, $0) })
    }
  }

  /// The same of objects, but for those without any key.
  func refusingEmpty(_ words: String) -> Codec {
    reading { node, _, mistakes, value in
      guard node.isObject, node.members.isEmpty else { return value(&mistakes) }
      mistakes.add(.missing, at: node, words)
      return nil
    }
  }

  /// The same, which says of some names why they cannot be meant.
  fileprivate func refusing(
    _ words: String, _ isRefused: @escaping @Sendable (String, StudyFileKeys) -> Bool
  ) -> Codec {
    reading { node, keys, mistakes, value in
      guard let name = node.string, isRefused(name, keys) else { return value(&mistakes) }
      mistakes.add(.unknownValue, at: node, "\(shortened(name)) \(words)")
      return nil
    }
  }
}

/// The names of responses, and further words.
func responseNames(
  _ keys: StudyFileKeys, besides: [String] = [], where condition: (Response) -> Bool = { _ in true }
) -> Shape {
  let offered = keys.responses.filter(condition).map(\.name) + besides
  return .named(
    offered + keys.brokenResponses, [Shape.Pattern(text: Label.pattern, allowed: .name)],
    offered: offered)
}

extension Codec<ModelKey> {
  /// The name of a parameter.
  ///
  /// - Parameters:
  ///   - condition: which can be meant.
  ///   - others: what those that cannot are, and what to give instead.
  ///   - offered: by messages.
  static func parameter(
    where condition: @escaping @Sendable (ModelKey) -> Bool = { _ in true }, others: String = "",
    offered: @escaping @Sendable (StudyFileKeys) -> [ModelKey] = \.varying
  ) -> Codec {
    Codec(
      names: { keys in
        .named(
          keys.parameters.filter(condition).flatMap {
            $0.name == $0.path ? [$0.path] : [$0.path, $0.name]
          } + keys.brokenFactors,
          StructureKind.numberPatterns + [.init(text: ColumnLabel.pattern, allowed: .name)],
          offered: offered(keys).map(\.name))
      },
      read: { value, keys in value.string.flatMap(keys.parameter) },
      write: { .string($0.path) }
    ).refusing(others) { name, keys in keys.parameter(name).map { !condition($0) } ?? false }
  }
}

extension Codec<Int> {
  /// Somebody in a list of people, by number, or by a label of a file of edges that was read.
  static let person = Codec(
    plain: { _ in .either([.whole(0...AllowedValues.mostPeople - 1), .text]) },
    read: { value, keys in
      value.number?.integer ?? value.string.flatMap { keys.labels?.person(named: $0) }
    },
    write: JSONText.int)
}

extension Codec<[Int]> {
  /// People: nobody twice, and everybody exists at every point, which is checked once the labels are known.
  ///
  /// - Parameter others: people who may not be in the list, because they are infected at step 0.
  static func people(
    atLeast least: Int = 0,
    besides others: @escaping @Sendable (ReadStudy) -> Set<Int> = { _ in [] }
  ) -> Codec {
    list(of: .person, atLeast: least).among { list, read in
      let (smallest, others) = (read.fewestPeople, others(read))
      let ofLevels =
        read.study.constants.people == nil
        ? " (group_size varies; this is its smallest level)" : ""
      var seen: Set<Int> = []
      return list.elements.enumerated().compactMap { index, value -> Objection? in
        func blame(
          _ code: ErrorCode, _ words: @autoclosure @escaping () -> String,
          _ suggestion: String? = nil
        ) -> Objection {
          Objection(code, at: "\(index)", say: words(), suggestion: suggestion)
        }
        if let label = value.string, read.keys.labels?.person(named: label) == nil {
          guard let known = read.suggestions else { return nil }
          return blame(
            .unknownValue,
            read.keys.labels == nil
              ? "\(JSONText.quoted(label)) is a label, and people have labels only where a file that the study "
                + "names gives them; give the number of a person"
              : "nobody has the label \(JSONText.quoted(label)) in the files of the study",
            known.nearest(to: label))
        }
        if let number = value.number, let labels = read.keys.labels, labels.haveNumbers {
          return blame(
            .wrongType,
            "people have labels here, because \(labels.reason(people: smallest)); name them by their "
              + "labels, in quotes: \"\(number.text)\"")
        }
        guard
          let person = value.number?.integer
            ?? value.string.flatMap({ read.keys.labels?.person(named: $0) })
        else { return nil }
        let name = read.keys.labels?.name(of: person) ?? "\(person)"
        if !seen.insert(person).inserted {
          return blame(.duplicateValue, "person \(name) is named twice; remove one")
        }
        if let smallest, person >= smallest {
          return blame(
            .badRelation,
            PointRelation.beyondGroup(person, people: smallest) + ofLevels)
        }
        guard others.contains(person) else { return nil }
        return blame(
          .badRelation,
          "person \(name) is introduced at step 0, so it cannot be immune; remove it in one of "
            + "the two places")
      }
    }
  }
}

extension Codec<KeyValue> {
  /// The values that a key of the model may have.
  static func values(_ allowed: AllowedValues) -> Codec {
    switch allowed {
    case .whole(let range): plain(.whole(range)) { $0.number?.integer.map(KeyValue.whole) }
    case .real(let range): plain(.real(range)) { $0.number.map { .real($0.double + 0) } }
    case .name: plain(.label) { $0.string.map(KeyValue.name) }
    case .choice(let words): plain(.choice(words)) { $0.string.map(KeyValue.name) }
    case .either(let numbers, let words): .either(.values(numbers), .values(.choice(words)))
    case .length(let least, let words):
      .either(
        .values(AllowedValues.plainLength(atLeast: least, or: words)),
        Length.distributions(atLeast: least).map({ .length($0) }, { Length($0) }))
    case .introductions:
      Codec<[Introduction]>.list(of: Introduction.codec).map(
        { .introductions($0) }, { $0.introductions })
    case .people:
      Codec<[Int]>.people { $0.study.introducedAtStart }.map({ .people($0) }, { $0.people })
    }
  }

  private static func plain(
    _ shape: Shape, read: @escaping @Sendable (Node) -> KeyValue?
  ) -> Codec {
    Codec(plain: { _ in shape }, read: { value, _ in read(value) }, write: \.json)
  }
}

extension AllowedValues {
  /// Lengths that are no distributions.
  fileprivate static func plainLength(atLeast least: Int, or words: [String]) -> AllowedValues {
    let steps = AllowedValues.whole(least...mostPeople)
    return words.isEmpty ? steps : .either(steps, or: words)
  }

  /// To follow "give": "a whole number in 1...1000000000, or one of "square"".
  package var words: String { Codec.values(self).shape(.bare(.infectionFactor)).allowed }
}

extension KeyValue {
  fileprivate var introductions: [Introduction]? {
    if case .introductions(let list) = self { list } else { nil }
  }
  fileprivate var people: [Int]? {
    if case .people(let people) = self { people } else { nil }
  }
}

/// An object with a value for any parameter.
func parameters<Value: Sendable>(
  _ codec: @escaping @Sendable (AllowedValues) -> Codec<Value>
) -> Codec<[Parameter<Value>]> {
  Codec(
    reader: { keys in
      // Of thousands of parameters many have the same values.
      var ofValues: [AllowedValues: LazyReader<Value>] = [:]
      let all = keys.parameters.map { key in
        let lazy = ofValues[key.allowed] ?? LazyReader(codec(key.allowed), keys)
        ofValues[key.allowed] = lazy
        return (key: key, lazy: lazy)
      }
      let parameters = Dictionary(all.map { ($0.key.path, $0) }) { first, _ in first }
      let shape = ObjectShape(
        all.map { key, lazy in KeyShape(key.path, lazy.reader.shape, key.sentence) },
        open: StructureKind.numberPatterns.map { pattern in
          .init(pattern: pattern) { codec(pattern.allowed).shape(keys) }
        },
        isOfParameters: true)
      return ValueReader(.object(shape)) { node, offered, mistakes in
        guard node.isObject else {
          mistakes.wrongType(node, offered)
          return nil
        }
        let given = mistakes.distinct(node.members)
        for member in given.all where !keys.numbers.isEmpty {
          guard let inner = member.members.first,
            parameters[member.name]?.lazy.reader.shape.knows(inner.name) != true,
            let path = keys.numbers.first(where: {
              $0.path.hasPrefix("\(member.name).\(inner.name).")
            })?.path
          else { continue }
          mistakes.add(
            .unknownKey, at: member.key,
            "the path of a number is one name: give \(JSONText.quoted(path)) here, with --set in brackets "
              + "(['\(path)'])")
          return nil
        }
        return given.all.compactMap { member in
          guard let (key, lazy) = parameters[member.name] else {
            mistakes.addUnknown(
              member, shape, given, meant: keys.parameter(member.name)?.path)
            return nil
          }
          return lazy.reader(member, &mistakes).map { Parameter(key: key, value: $0) }
        }
      }
    },
    encode: { .object($0.map { ($0.key.path, codec($0.key.allowed).write($0.value)) }) })
}

/// A parameter of the study, with a value or its levels.
struct Parameter<Value: Sendable>: Sendable {
  var key: ModelKey
  var value: Value
}

/// A point: values of parameters.
let pointCodec = parameters(Codec<KeyValue>.values).map(
  { parameters in
    var point: [ModelKey: KeyValue] = Dictionary(minimumCapacity: parameters.count)
    for parameter in parameters { point[parameter.key] = parameter.value }
    return point
  },
  { (point: [ModelKey: KeyValue]) in point.map { Parameter(key: $0, value: $1) } })
