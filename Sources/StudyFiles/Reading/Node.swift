import PlainText

/// A value of a study file with the way to it.
struct Node: Sendable {
  let value: JSONValue
  let path: JSONPath
  /// Of the name it stands under; its own of an element, and of the file.
  let keySpan: SourceSpan

  /// The file.
  init(root value: JSONValue) { self.init(value, .root, value.span) }

  private init(_ value: JSONValue, _ path: JSONPath, _ keySpan: SourceSpan) {
    (self.value, self.path, self.keySpan) = (value, path, keySpan)
  }

  /// The first member of that name; nil if this is not an object or has none.
  subscript(name: String) -> Node? { value.member(name).map(node) }

  /// What a way leads to, as far as there is something on it; whole numbers are indices of lists.
  func at(_ way: [String]) -> Node {
    way.reduce(self) { $0.part($1) ?? $0 }
  }

  /// The same; nil where something is missing on the way.
  func find(_ way: [String]) -> Node? {
    way.reduce(self) { $0?.part($1) }
  }

  private func part(_ key: String) -> Node? {
    self[key] ?? Int(key).flatMap { elements.dropFirst($0).first }
  }

  /// The name it stands under; empty of an element, and of the file.
  var name: String {
    if case .member(let name, _) = path { name } else { "" }
  }

  typealias List = LazyMapCollection<Range<Int>, Node>

  /// Empty where it is no list. Made one by one: a file may have a million.
  var elements: List {
    let list = value.elements ?? []
    return list.indices.lazy.map { [path] in Node(list[$0], path.index($0), list[$0].span) }
  }

  /// Empty where it is no object.
  var members: List {
    let list = value.members ?? []
    return list.indices.lazy.map { node(list[$0]) }
  }

  private func node(_ member: JSONValue.Member) -> Node {
    Node(member.value, path.key(member.key), member.keySpan)
  }

  var span: SourceSpan { value.span }
  var string: String? { value.string }
  var number: JSONNumber? { value.number }
  var bool: Bool? { value.bool }
  var isObject: Bool { value.members != nil }
  var isList: Bool { value.elements != nil }
  /// Whether it is a setting that is no JSON, which stands for itself.
  var isBare: Bool { span.source > 0 && span.end == 0 }

  var place: Place { Place(span: span, path: path) }

  /// Its name, for mistakes that are about its being there.
  var key: Place { Place(span: keySpan, path: path) }

  /// Where a member is missing: the opening bracket.
  func missing(_ name: String) -> Place {
    Place(span: opening, path: path.key(name))
  }

  /// Its first character: of an object the bracket.
  var opening: SourceSpan {
    SourceSpan(source: span.source, start: span.start, end: span.start + 1)
  }

  /// Where a mistake is reported.
  struct Place: Sendable {
    var span: SourceSpan
    var path: JSONPath
  }
}

/// The members of an object by name, each name once, in the order of the file.
struct NamedNodes {
  private(set) var all: [Node] = []
  /// Where there are many: of a few the names are compared.
  private var places: [String: Int] = [:]
  private static let few = 8

  /// - Parameter count: how many there may be.
  init(count: Int) {
    all.reserveCapacity(count)
    if count > Self.few { places.reserveCapacity(count) }
  }

  subscript(name: String) -> Node? { place(of: name).map { all[$0] } }

  private func place(of name: String) -> Int? {
    all.count > Self.few ? places[name] : all.firstIndex { $0.name == name }
  }

  /// - Returns: whether there was none of its name, so that it is one of them now.
  mutating func append(_ node: Node) -> Bool {
    guard place(of: node.name) == nil else { return false }
    all.append(node)
    if all.count == Self.few + 1 {
      for (place, node) in all.enumerated() { places[node.name] = place }
    } else if all.count > Self.few {
      places[node.name] = all.count - 1
    }
    return true
  }
}

extension Node? {
  /// Empty where there is no such list.
  var elements: Node.List { self?.elements ?? (0..<0).lazy.map { _ in preconditionFailure() } }
  /// Empty where there is no such object.
  var members: Node.List { self?.members ?? (0..<0).lazy.map { _ in preconditionFailure() } }
}
