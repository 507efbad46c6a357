import PlainText
import Synchronization

/// How values of one kind stand in a study file: the schema, what messages offer, reading with its
/// mistakes, and writing follow from it.
struct Codec<Value: Sendable>: Sendable {
  /// What reads values of a file with these keys.
  let reader: @Sendable (StudyFileKeys) -> ValueReader<Value>
  /// Nil of a value that this codec is not for: one of several codecs for the forms of a value.
  let encode: @Sendable (Value) -> JSONText?

  func shape(_ keys: StudyFileKeys) -> Shape { reader(keys).shape }

  func write(_ value: Value) -> JSONText { encode(value) ?? .null }
}

/// Reads values of one shape, and reports every mistake in them.
struct ValueReader<Value: Sendable>: Sendable {
  let shape: Shape
  private let read: @Sendable (Node, Shape, inout Mistakes) -> Value?

  /// - Parameter read: takes the shape that messages offer.
  init(_ shape: Shape, read: @escaping @Sendable (Node, Shape, inout Mistakes) -> Value?) {
    (self.shape, self.read) = (shape, read)
  }

  /// - Parameter offered: what messages offer; nil: the shape itself.
  /// - Returns: nil where a mistake leaves no value.
  func callAsFunction(
    _ node: Node, offered: Shape? = nil, _ mistakes: inout Mistakes
  ) -> Value? {
    read(node, offered ?? shape, &mistakes)
  }

  /// The same once more, without reporting its mistakes again.
  func again(_ node: Node) -> Value? {
    var mistakes = Mistakes()
    mistakes.isSilent = true
    return self(node, &mistakes)
  }
}

/// A reader that is made where its values stand: most files give few of the keys that there are.
final class LazyReader<Value: Sendable>: Sendable {
  private let make: @Sendable () -> ValueReader<Value>
  private let made = Mutex<ValueReader<Value>?>(nil)

  init(_ codec: Codec<Value>, _ keys: StudyFileKeys) { make = { codec.reader(keys) } }

  var reader: ValueReader<Value> {
    made.withLock { made in
      let reader = made ?? make()
      made = reader
      return reader
    }
  }
}

extension Codec {
  /// Of values without parts: whatever has the shape is one.
  init(
    plain shape: @escaping @Sendable (StudyFileKeys) -> Shape,
    read: @escaping @Sendable (Node, StudyFileKeys) -> Value?,
    write: @escaping @Sendable (Value) -> JSONText
  ) {
    reader = { keys in
      ValueReader(shape(keys)) { node, offered, mistakes in
        mistakes.fits(node, offered) ? read(node, keys) : nil
      }
    }
    encode = write
  }

  /// Of names, of which a file may define many: whatever is read is one.
  ///
  /// - Parameter isBroken: whether the definition of a name has a mistake, which is reported there only.
  init(
    names shape: @escaping @Sendable (StudyFileKeys) -> Shape,
    read: @escaping @Sendable (Node, StudyFileKeys) -> Value?,
    write: @escaping @Sendable (Value) -> JSONText,
    isBroken: @escaping @Sendable (String, StudyFileKeys) -> Bool = { _, _ in false }
  ) {
    reader = { keys in
      ValueReader(shape(keys)) { node, offered, mistakes in
        if let value = read(node, keys) { return value }
        if node.string.map({ !isBroken($0, keys) }) ?? true { _ = mistakes.fits(node, offered) }
        return nil
      }
    }
    encode = write
  }

  /// The same for values of another type.
  ///
  /// - Parameter back: nil of a value that is none of these.
  func map<Other: Sendable>(
    _ there: @escaping @Sendable (Value) -> Other?, _ back: @escaping @Sendable (Other) -> Value?
  ) -> Codec<Other> {
    Codec<Other>(
      reader: { [reader] keys in
        let reader = reader(keys)
        return ValueReader<Other>(reader.shape) { node, offered, mistakes in
          reader(node, offered: offered, &mistakes).flatMap(there)
        }
      }, encode: { [encode] in back($0).flatMap(encode) })
  }

  /// Values that are distinguished by their JSON type.
  static func either(_ codecs: Codec...) -> Codec {
    Codec(
      reader: { keys in
        let readers = codecs.map { $0.reader(keys) }
        return ValueReader(.either(readers.map(\.shape))) { node, offered, mistakes in
          guard let reader = readers.first(where: { $0.shape.fitsType(of: node.value) }) else {
            mistakes.wrongType(node, offered)
            return nil
          }
          return reader(node, offered: reader.shape.isPlain ? offered : nil, &mistakes)
        }
      },
      encode: { value in codecs.lazy.compactMap { $0.encode(value) }.first })
  }
}

extension Codec {
  /// A list; elements with mistakes are left out.
  static func list<Element>(
    of codec: Codec<Element>, atLeast least: Int = 0, atMost most: Int? = nil
  ) -> Codec where Value == [Element] {
    list(
      of: codec, atLeast: least, atMost: most,
      rows: (@Sendable (Element, StudyFileKeys) -> [Never])?.none)
  }

  /// The same.
  ///
  /// - Parameter rows: what an element asks for, which no other one may ask for; nil: anything.
  static func list<Element, Row: Hashable & Sendable>(
    of codec: Codec<Element>, atLeast least: Int = 0, atMost most: Int? = nil,
    rows: (@Sendable (Element, StudyFileKeys) -> [Row])?
  ) -> Codec where Value == [Element] {
    Codec(
      reader: { keys in
        let element = codec.reader(keys)
        let shape = Shape.list(of: element.shape, atLeast: least, atMost: most)
        return ValueReader(shape) { node, offered, mistakes in
          guard node.isList else {
            mistakes.wrongType(node, offered)
            return nil
          }
          guard node.elements.count >= least else {
            mistakes.add(.empty, at: node, "the list is empty; give at least \(least) value")
            return nil
          }
          if let most, node.elements.count > most {
            mistakes.add(
              .tooMany, at: node, "there are \(node.elements.count) of these; give at most \(most)")
            return nil
          }
          guard let rows else { return mistakes.elements(of: node) { element($1, &$2) } }
          var sound: [(index: Int, value: Element)] = []
          let all: Value = mistakes.elements(of: node) { index, value, mistakes in
            let before = mistakes.count
            let read = element(value, &mistakes)
            if let read, mistakes.count == before { sound.append((index, read)) }
            return read
          }
          mistakes.expectDistinct(sound, in: node, rows)
          return all
        }
      },
      encode: { .array($0.map(codec.write)) })
  }

  /// Any labels, each with a value; those with mistakes are left out.
  static func entries<Content>(of codec: Codec<Content>) -> Codec where Value == [Named<Content>] {
    Codec(
      reader: { keys in
        let entry = codec.reader(keys)
        return ValueReader(.entries(entry.shape)) { node, offered, mistakes in
          guard node.isObject else {
            mistakes.wrongType(node, offered)
            return nil
          }
          // What is meant to stand under a name stands in place of the names.
          if node.members.contains(where: { !entry.shape.fitsType(of: $0.value) }),
            node.members.allSatisfy({ entry.shape.knows($0.name) })
          {
            mistakes.add(
              .missing, at: node,
              "what stands here has no name; give it one: { \"NAME\": \(entry.shape.sketch) }")
            return nil
          }
          return mistakes.distinct(node.members).all.compactMap { member in
            mistakes.checkLabel(member.name, at: member.key)
            return entry(member, &mistakes).map { Named(name: member.name, value: $0) }
          }
        }
      },
      encode: { .object($0.map { ($0.name, codec.write($0.value)) }) })
  }
}

/// Something that a study defines, with the label that it stands under.
package struct Named<Value: Sendable>: Sendable {
  package var name: String
  package var value: Value

  package init(name: String, value: Value) { (self.name, self.value) = (name, value) }
}

extension Named: Equatable, Hashable where Value: Hashable {}
