import PlainText
import SpreadModel

/// A structure of the study, and how it becomes another by its numbers.
struct Patchable<Value: Sendable>: Sendable {
  let value: Value
  private let json: JSONValue?
  private let reader: ValueReader<Value>
  private let keep: @Sendable (inout Value, Value) -> Void

  /// - Parameters:
  ///   - varies: whether it has numbers that vary; of thousands of others no JSON is made.
  ///   - keep: takes from the structure what no file of a study says.
  init(
    _ value: Value, _ codec: Codec<Value>, varies: Bool = true,
    keep: @escaping @Sendable (inout Value, Value) -> Void = { _, _ in }
  ) {
    self.keep = keep
    self.value = value
    // What we write is JSON.
    json =
      varies
      ? codec.encode(value).flatMap { try? JSONReader.read(Array($0.compactText.utf8)) } : nil
    reader = codec.reader(.bare(.realInfectionFactor))
  }

  /// The structure with other numbers in it.
  ///
  /// - Precondition: each is one that may stand at its path.
  func with(_ numbers: [(path: [String], level: KeyValue)]) -> Value {
    guard !numbers.isEmpty, var json else { return value }
    for (path, level) in numbers {
      let keys = path.map { key in Int(key).map(JSONKey.index) ?? .name(key) }
      guard let number = level.jsonNumber,
        json.put(JSONValue(content: .number(number), span: json.span), at: keys[...]) == nil
      else { preconditionFailure("a structure has no \(path) to be \(level)") }
    }
    guard var changed = reader.again(Node(root: json)) else {
      preconditionFailure("a structure cannot have \(numbers)")
    }
    keep(&changed, value)
    return changed
  }
}

extension KeyValue {
  fileprivate var jsonNumber: JSONNumber? {
    switch self {
    case .whole(let value): JSONNumber(value)
    case .real(let value): JSONNumber(value)
    case .name, .introductions, .people, .length, .absent: nil
    }
  }
}
