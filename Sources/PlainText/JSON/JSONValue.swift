/// Where a value or key stands: bytes `start..<end` of one source text.
package struct SourceSpan: Hashable, Sendable {
  /// 0 for the file itself, i for the i-th override (from 1).
  package var source: Int
  package var start: Int
  package var end: Int

  package init(source: Int, start: Int, end: Int) {
    (self.source, self.start, self.end) = (source, start, end)
  }

  /// By the start alone: hardly two of one text begin at the same byte, and a million may be hashed.
  package func hash(into hasher: inout Hasher) { hasher.combine(start) }
}

/// A number as it was written, with what it means.
package struct JSONNumber: Hashable, Sendable {
  package let text: String
  /// The nearest double; infinite where the text lies beyond the largest one.
  package let double: Double
  /// The value if it is a whole number within -2^53...2^53, however it was written (`1e3`, `5.0`).
  package let integer: Int?
  /// Whether the value is a whole number of any size.
  package let isWhole: Bool
}

/// A JSON value that remembers where it stood. Source: RFC 8259.
package struct JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var keySpan: SourceSpan
    package var value: JSONValue

    package init(key: String, keySpan: SourceSpan, value: JSONValue) {
      (self.key, self.keySpan, self.value) = (key, keySpan, value)
    }
  }

  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; a key may come twice, which validation reports.
    case object([Member])
  }

  package var content: Content
  package var span: SourceSpan

  package init(content: Content, span: SourceSpan) {
    (self.content, self.span) = (content, span)
  }

  /// The value of the first member of that name; nil if this is not an object or has none.
  package subscript(key key: String) -> JSONValue? {
    member(key)?.value
  }

  package func member(_ key: String) -> Member? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let number) = content { number } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// "an object", "a number", ...: for messages.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
