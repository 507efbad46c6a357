import PlainText

/// A value given on the command line in place of the file's: `--set PATH=VALUE`.
///
/// The path is written as in error messages (`model.boundary`, `factors.rule.values[0]`), the
/// value as in the file; a text that is not JSON stands for itself, so no quotes are needed.
package struct Override: Hashable, Sendable {
  package var path: String
  package var value: String
  /// What mistakes name.
  package var option: String

  /// - Parameter option: the words of the command line the value comes from; nil: `--set`.
  package init(path: String, value: String, option: String? = nil) {
    self.path = path
    self.value = value
    self.option = option ?? "--set \(path)=\(value)"
  }

  /// From `PATH=VALUE`; nil without a path or an equals sign.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    self.init(path: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  private enum Key: Hashable {
    case name(String)
    case index(Int)
  }

  /// Puts the value where the path points to; objects on the way are made.
  ///
  /// - Parameter source: number of the override's text among the sources.
  func apply(to root: inout JSONValue, source: Int, mistakes: inout Mistakes) {
    let span = SourceSpan(source: source, start: 0, end: 0)
    guard let keys = Self.parse(path), !keys.isEmpty else {
      mistakes.add(
        .badOverride, at: span, .root,
        "\(JSONText.quoted(path)) is not a path; write it like model.boundary or "
          + "factors.rule.values[0]")
      return
    }
    let content: JSONValue.Content
    if let read = try? JSONReader.read(Array(value.utf8), source: source) {
      content = Self.moved(read, to: span).content
    } else {
      content = .string(value)
    }
    let new = JSONValue(content: content, span: span)
    if let problem = Self.set(new, at: keys[...], in: &root, path: .root) {
      mistakes.add(.badOverride, at: span, problem.path, problem.message)
    }
  }

  /// Every part of the value stands at the option, which is the place a user can act on.
  private static func moved(_ value: JSONValue, to span: SourceSpan) -> JSONValue {
    var value = value
    value.span = SourceSpan(
      source: span.source, start: value.span.start, end: value.span.end)
    return value
  }

  private static func set(
    _ new: JSONValue, at keys: ArraySlice<Key>, in value: inout JSONValue, path: JSONPath
  ) -> (path: JSONPath, message: String)? {
    guard let key = keys.first else {
      value = new
      return nil
    }
    switch (key, value.content) {
    case (.name(let name), .object(var members)):
      if let place = members.firstIndex(where: { $0.key == name }) {
        defer { value.content = .object(members) }
        return set(new, at: keys.dropFirst(), in: &members[place].value, path: path.key(name))
      }
      var inner = JSONValue(content: .object([]), span: new.span)
      let problem = set(new, at: keys.dropFirst(), in: &inner, path: path.key(name))
      members.append(.init(key: name, keySpan: new.span, value: inner))
      value.content = .object(members)
      return problem
    case (.index(let index), .array(var elements)):
      guard elements.indices.contains(index) else {
        return (path.index(index), "the list has \(elements.count) values, counted from 0")
      }
      defer { value.content = .array(elements) }
      return set(new, at: keys.dropFirst(), in: &elements[index], path: path.index(index))
    case (.name(let name), _):
      return (path.key(name), "\(path.text) is \(value.kindName), which has no keys")
    case (.index(let index), _):
      return (path.index(index), "\(path.text) is \(value.kindName), not a list")
    }
  }

  private static func parse(_ path: String) -> [Key]? {
    var rest = path[...]
    if rest.hasPrefix("$.") { rest = rest.dropFirst(2) }
    var keys: [Key] = []
    for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "[" }
      guard !name.isEmpty else { return nil }
      keys.append(.name(String(name)))
      var brackets = part.dropFirst(name.count)
      while brackets.first == "[" {
        guard let end = brackets.firstIndex(of: "]"),
          let index = Int(brackets[brackets.index(after: brackets.startIndex)..<end]), index >= 0
        else { return nil }
        keys.append(.index(index))
        brackets = brackets[brackets.index(after: end)...]
      }
      guard brackets.isEmpty else { return nil }
    }
    return keys
  }
}
