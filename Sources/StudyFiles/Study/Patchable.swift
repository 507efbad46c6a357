import PlainText
import SpreadModel

/// A structure of the study, and how it becomes another by its numbers.
struct Patchable<Value: Sendable>: Sendable {
  /// How structures of one kind are written and read.
  struct Form: Sendable {
    fileprivate let codec: Codec<Value>
    fileprivate let reader: ValueReader<Value>
    fileprivate let keep: @Sendable (inout Value, Value) -> Void

    /// - Parameter keep: takes from a structure what no file of a study says.
    init(
      _ codec: Codec<Value>, keep: @escaping @Sendable (inout Value, Value) -> Void = { _, _ in }
    ) {
      (self.codec, self.keep) = (codec, keep)
      reader = codec.reader(.bare(.realInfectionFactor))
    }
  }

  let value: Value
  private let patch: (json: JSONValue, form: Form)?

  /// - Parameter form: nil where no number of it varies.
  init(_ value: Value, _ form: Form?) {
    self.value = value
    // What we write is JSON.
    patch = form.flatMap { form in
      form.codec.encode(value).flatMap { try? JSONReader.read(Array($0.compactText.utf8)) }
        .map { ($0, form) }
    }
  }

  /// The structure with other numbers in it.
  ///
  /// - Precondition: each is one that may stand at its path.
  func with(_ numbers: [(path: [String], level: KeyValue)]) -> Value {
    guard !numbers.isEmpty, case (var json, let form)? = patch else { return value }
    for (path, level) in numbers {
      let keys = path.map { key in Int(key).map(JSONKey.index) ?? .name(key) }
      guard let number = level.jsonNumber,
        json.put(JSONValue(content: .number(number), span: json.span), at: keys[...]) == nil
      else { preconditionFailure("a structure has no \(path) to be \(level)") }
    }
    guard var changed = form.reader.again(Node(root: json)) else {
      preconditionFailure("a structure cannot have \(numbers)")
    }
    form.keep(&changed, value)
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
