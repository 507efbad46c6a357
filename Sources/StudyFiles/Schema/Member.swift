import PlainText
import SpreadModel

/// One member of an object of a study file, or several of which some stand there.
struct Member<Root: Sendable>: Sendable {
  /// Whether a member stands in `study.resolved.json`.
  enum Written {
    case always
    /// What came after the first version, so that older studies keep their identity.
    case ifNotDefault
    /// The same where the schema names no default.
    case ifGiven
  }

  /// The ways in which it stands there; one, but of `oneOf`.
  let forms: @Sendable (StudyFileKeys) -> [MemberForm<Root>]
  let write: @Sendable (Root) -> [(String, JSONText)]
}

/// Members that stand together in an object.
struct MemberForm<Root: Sendable>: Sendable {
  /// The key that distinguishes it from other forms.
  let sign: String
  let keys: [KeyShape]
  /// The single members; empty of one.
  let parts: [MemberForm]
  /// - Returns: whether there can be such an object: false without a value that it needs.
  let read: @Sendable (_ given: NamedNodes, inout Mistakes, inout Root) -> Bool
}

// What is generic here is compiled once for all types (`specialize.generic.never`): compiled for each of the
// 250 members, it took a quarter of the time of this module, and saved some microseconds where an object is read.

extension Member {
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate init<Value: Sendable>(
    _ name: String, _ codec: Codec<Value>,
    key: @escaping @Sendable (_ shape: @escaping @Sendable () -> Shape) -> KeyShape,
    read: @escaping @Sendable (Value?, inout Root) -> Bool,
    write: @escaping @Sendable (Root) -> JSONText?
  ) {
    forms = { keys in
      let lazy = LazyReader(codec, keys)
      return [
        MemberForm(sign: name, keys: [key { lazy.reader.shape }], parts: []) {
          given, mistakes, root in read(given[name].flatMap { lazy.reader($0, &mistakes) }, &root)
        }
      ]
    }
    self.write = { root in write(root).map { [(name, $0)] } ?? [] }
  }

  /// A member that has to be there.
  ///
  /// - Parameters:
  ///   - isNeeded: whether there is no such object without it; else it keeps the value that it has in
  ///     `blank`, so that what does not depend on it can be checked.
  ///   - get: nil where the value is not written, or is that of another member.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Sendable>(
    _ name: String, required codec: Codec<Value>, isNeeded: Bool = true, unit: String = "1",
    _ about: String, set: @escaping @Sendable (inout Root, Value) -> Void,
    get: @escaping @Sendable (Root) -> Value? = { _ in nil }
  ) {
    self.init(
      name, codec, key: { shape in KeyShape(name, shape(), required: true, unit: unit, about) },
      read: { value, root in
        guard let value else { return !isNeeded }
        set(&root, value)
        return true
      },
      write: { get($0).flatMap(codec.encode) })
  }

  /// A member that may be missing.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Sendable>(
    _ name: String, optional codec: Codec<Value>, unit: String = "1",
    default fallback: JSONText? = nil, _ about: String,
    set: @escaping @Sendable (inout Root, Value) -> Void,
    get: @escaping @Sendable (Root) -> Value? = { _ in nil }
  ) {
    self.init(
      name, codec, key: { shape in KeyShape(name, shape(), unit: unit, default: fallback, about) },
      read: { value, root in
        if let value { set(&root, value) }
        return true
      },
      write: { get($0).flatMap(codec.encode) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Sendable>(
    _ name: String, required place: any WritableKeyPath<Root, Value> & Sendable,
    _ codec: Codec<Value>, unit: String = "1", _ about: String
  ) {
    self.init(
      name, required: codec, unit: unit, about, set: { $0[keyPath: place] = $1 },
      get: { $0[keyPath: place] })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Sendable>(
    _ name: String, optional place: any WritableKeyPath<Root, Value?> & Sendable,
    _ codec: Codec<Value>, unit: String = "1", _ about: String
  ) {
    self.init(
      name, optional: codec, unit: unit, about, set: { $0[keyPath: place] = $1 },
      get: { $0[keyPath: place] })
  }

  /// The members of one of these lists, distinguished by the key before it.
  @_semantics("optimize.sil.specialize.generic.never")
  static func oneOf(_ cases: KeyValuePairs<String, [Member]>) -> Member {
    oneOf(cases.map { (sign: $0.key, members: $0.value) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func oneOf(_ cases: [(sign: String, members: [Member])]) -> Member {
    Member(
      forms: { keys in
        cases.map { one in MemberForm(sign: one.sign, one.members.map { $0.forms(keys)[0] }) }
      },
      write: { root in
        cases.lazy.map { one in (one.sign, one.members.flatMap { $0.write(root) }) }
          .first { sign, written in written.contains { $0.0 == sign } }?.1 ?? []
      })
  }
}

extension MemberForm {
  /// All of them together.
  @_semantics("optimize.sil.specialize.generic.never")
  init(sign: String, _ parts: [MemberForm]) {
    self.sign = sign
    self.parts = parts.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    keys = parts.flatMap(\.keys)
    read = { given, mistakes, root in
      var isWhole = true
      for part in parts where !part.read(given, &mistakes, &root) { isWhole = false }
      return isWhole
    }
  }
}

/// An object of a study file whose members are described.
protocol FileObject: Sendable {
  /// With every default; what stands for members that are required does not matter.
  static var blank: Self { get }
  /// In the order of the file.
  static var fileMembers: [Member<Self>] { get }
  static var relations: [Relation<Self>] { get }
}

extension FileObject {
  static var relations: [Relation<Self>] { [] }
}

extension Member where Root: FileObject {
  /// A member whose default is that of `Root.blank`.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Equatable & Sendable>(
    _ name: String, _ place: any WritableKeyPath<Root, Value> & Sendable, _ codec: Codec<Value>,
    written: Written = .always, _ about: String
  ) {
    self.init(
      name, codec,
      key: { shape in
        KeyShape(
          name, shape(),
          default: written == .ifGiven ? nil : codec.encode(Root.blank[keyPath: place]), about)
      },
      read: { value, root in
        if let value { root[keyPath: place] = value }
        return true
      },
      write: { root in
        let value = root[keyPath: place]
        return written == .always || value != Root.blank[keyPath: place] ? codec.encode(value) : nil
      })
  }
}

extension FileObject {
  static var codec: Codec<Self> { .object(blank, fileMembers, relations) }

  var writtenMembers: [(String, JSONText)] { Self.fileMembers.flatMap { $0.write(self) } }
  var json: JSONText { .object(writtenMembers) }
}

extension Codec {
  /// An object with these members.
  ///
  /// - Parameter blank: with every default.
  @_semantics("optimize.sil.specialize.generic.never")
  static func object(
    _ blank: Value, _ members: [Member<Value>], _ relations: [Relation<Value>] = []
  ) -> Codec {
    Codec(
      reader: { ObjectReader(blank, members, $0, relations).values },
      encode: { value in .object(members.flatMap { $0.write(value) }) })
  }

  /// An object that is one of these values by which members are there.
  @_semantics("optimize.sil.specialize.generic.never")
  static func oneOf(
    _ cases: KeyValuePairs<String, [Member<Value?>]>, _ relations: [Relation<Value?>] = []
  ) -> Codec {
    Codec<Value?>.object(nil, [.oneOf(cases)], relations).map({ $0 }, { .some($0) })
  }
}
