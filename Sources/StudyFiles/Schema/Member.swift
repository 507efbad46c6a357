import PlainText
import SpreadModel

/// How values of one kind stand in a study file: their shape, and how they are read and written.
struct Form<Value: Sendable>: Sendable {
  let shape: @Sendable (StudyFileKeys) -> Shape
  /// - Returns: nil of a value in which a mistake was found.
  let read: @Sendable (_ sound: Node, StudyDecoder) -> Value?
  let write: @Sendable (Value) -> JSONText
}

/// One member of an object of a study file, described once: schema, reading, default and
/// `study.resolved.json` follow from it.
struct Member<Root>: Sendable {
  /// Whether a member stands in `study.resolved.json`.
  enum Written {
    case always
    /// What came after the first version, so that older studies keep their identity.
    case ifNotDefault
    /// The same where the schema names no default.
    case ifGiven
  }

  let name: String
  let key: @Sendable (StudyFileKeys) -> KeyShape
  /// - Returns: whether there can be such an object: false without a sound value that it needs.
  let read: @Sendable (_ sound: Node?, StudyDecoder, inout Root) -> Bool
  /// Nil where it is not written.
  let write: @Sendable (Root) -> JSONText?
}

/// An object of a study file whose members are described.
protocol FileObject: Sendable {
  /// With every default; what stands for members that are required does not matter.
  static var blank: Self { get }
  /// In the order of the file.
  static var fileMembers: [Member<Self>] { get }
}

extension Member where Root: FileObject {
  /// A member whose default is that of `Root.blank`.
  init<Value: Equatable & Sendable>(
    _ name: String, _ place: any WritableKeyPath<Root, Value> & Sendable, _ form: Form<Value>,
    written: Written = .always, _ about: String
  ) {
    self.name = name
    key = { keys in
      KeyShape(
        name, form.shape(keys),
        default: written == .ifGiven ? nil : form.write(Root.blank[keyPath: place]), about)
    }
    read = { value, decoder, root in
      if let found = value.flatMap({ form.read($0, decoder) }) { root[keyPath: place] = found }
      return true
    }
    write = { root in
      let value = root[keyPath: place]
      return written == .always || value != Root.blank[keyPath: place] ? form.write(value) : nil
    }
  }

  init<Value: Sendable>(
    _ name: String, required place: any WritableKeyPath<Root, Value> & Sendable,
    _ form: Form<Value>, _ about: String
  ) {
    self.name = name
    key = { KeyShape(name, form.shape($0), required: true, about) }
    read = { value, decoder, root in
      guard let found = value.flatMap({ form.read($0, decoder) }) else { return false }
      root[keyPath: place] = found
      return true
    }
    write = { form.write($0[keyPath: place]) }
  }

  init<Value: Sendable>(
    _ name: String, optional place: any WritableKeyPath<Root, Value?> & Sendable,
    _ form: Form<Value>, unit: String = "1", _ about: String
  ) {
    self.name = name
    key = { KeyShape(name, form.shape($0), unit: unit, about) }
    read = { value, decoder, root in
      root[keyPath: place] = value.flatMap { form.read($0, decoder) }
      return true
    }
    write = { $0[keyPath: place].map(form.write) }
  }
}

extension FileObject {
  static func keys(_ keys: StudyFileKeys) -> [KeyShape] { fileMembers.map { $0.key(keys) } }

  /// Nil where a member that it needs is missing or mistaken.
  init?(in value: Node?, _ decoder: StudyDecoder) {
    self = Self.blank
    for member in Self.fileMembers {
      guard member.read(decoder.child(value, member.name), decoder, &self) else { return nil }
    }
  }

  var writtenMembers: [(String, JSONText)] {
    Self.fileMembers.compactMap { member in member.write(self).map { (member.name, $0) } }
  }

  var json: JSONText { .object(writtenMembers) }

  static var form: Form<Self> {
    Form(
      shape: { .object(ObjectShape(keys($0))) }, read: { Self(in: $0, $1) }, write: { $0.json })
  }
}

/// Designs whose members are described.
extension Design where Self: FileObject {
  static func members(_ keys: StudyFileKeys) -> [KeyShape] { Self.keys(keys) }
  init?(_ value: Node?, _ decoder: StudyDecoder) { self.init(in: value, decoder) }
  func json(_ keys: [ModelKey]) -> [(String, JSONText)] { writtenMembers }
}
