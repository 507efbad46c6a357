package import PlainText
import SpreadModel

/// A value given on the command line in place of the file's: `--set PATH=VALUE`.
///
/// The path is written as in error messages (`model.boundary`, `factors.rule.values[0]`,
/// `factors['interventions.lockdown.0.when.step'].from`; the brackets may go where the file has such a
/// key), the value as in the file; a text that is not JSON stands for itself, so no quotes are needed.
package struct Override: Hashable, Sendable {
  package var path: String
  package var value: String
  /// What mistakes name.
  package var option: CallerText

  /// - Parameter option: the setting that the value comes from; nil: one of the settings by path.
  package init(path: String, value: String, option: CallerText? = nil) {
    self.path = path
    self.value = value
    self.option = option ?? "\(setting: "settings", "\(path)=\(value)")"
  }

  /// From `PATH=VALUE`; nil without a path or an equals sign.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    self.init(path: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  /// Puts the value where the path points to; objects on the way are made.
  ///
  /// - Parameter source: number of the override's text among the sources.
  func apply(to root: inout JSONValue, source: Int, mistakes: inout Mistakes) {
    let span = SourceSpan(source: source, start: 0, end: 0)
    guard let keys = Self.parse(path), !keys.isEmpty else {
      mistakes.add(
        .badOverride, at: Node.Place(span: span, path: .root),
        "\(JSONText.quoted(path)) is not a path; write it like model.boundary or "
          + "factors.rule.values[0]")
      return
    }
    guard keys.count <= JSONReader.mostLevels else {
      mistakes.add(
        .badOverride, at: Node.Place(span: span, path: .root),
        "the path has \(keys.count) keys; the deepest value of a study file has "
          + "\(JSONReader.mostLevels)")
      return
    }
    let content: JSONValue.Content
    if let read = try? JSONReader.read(Array(value.utf8), source: source) {
      content = read.content
    } else {
      content = .string(value)
    }
    let new = JSONValue(content: content, span: span)
    if let problem = root.put(new, at: keys[...]) {
      mistakes.add(
        .badOverride, at: Node.Place(span: span, path: problem.path), problem.message)
    }
  }

  /// Reports paths that are given again, or take the place of one that was given: only one of the values can
  /// count.
  ///
  /// - Parameter overrides: in the order of their texts, the first of which is source 1.
  static func refuseRepeated(_ overrides: [Override], _ mistakes: inout Mistakes) {
    var given: Set<[JSONKey]> = []
    for (index, override) in overrides.enumerated() {
      guard let keys = parse(override.path), keys.count <= JSONReader.mostLevels else { continue }
      let isRepeated = given.contains(keys)
      // Names of factors have periods: what seems to be a part of one may be another.
      if keys.first != .name("factors") {
        for length in 1..<keys.count { given.insert(Array(keys.prefix(length))) }
      }
      given.insert(keys)
      guard isRepeated else { continue }
      mistakes.add(
        .duplicateKey, at: place(of: index),
        "\(JSONText.quoted(override.path)), or a part of it, is set before; set it once, because only one value "
          + "can count")
    }
  }

  /// Reports numbers of which each point has one by a factor: a setting of theirs would count nowhere.
  ///
  /// - Parameters:
  ///   - overrides: as of `refuseRepeated`.
  ///   - file: without them: where it lacks the number, a factor needs it to be set.
  static func refuseReplaced(
    _ overrides: [Override], by factors: [Factor], in file: JSONValue?, _ mistakes: inout Mistakes
  ) {
    let paths = Set(factors.map(\.parameter.path))
    for (index, override) in overrides.enumerated() {
      let keys = (parse(override.path) ?? []).map { key in
        switch key {
        case .name(let name): name
        case .index(let index): "\(index)"
        }
      }
      // The numbers of the model are named without it.
      let path = (keys.first == "model" ? keys.dropFirst() : keys[...]).joined(separator: ".")
      // Keys of the model themselves are judged where they stand.
      guard path.contains("."), paths.contains(path), let file, Node(root: file).find(keys) != nil
      else { continue }
      mistakes.add(
        .conflict, at: place(of: index),
        "\(path) varies in this study, and its levels count in the place of this number; change them, or remove this"
      )
    }
  }

  private static func place(of index: Int) -> Node.Place {
    Node.Place(span: SourceSpan(source: index + 1, start: 0, end: 0), path: .root)
  }

  private static func parse(_ path: String) -> [JSONKey]? {
    var rest = path[...]
    if rest.hasPrefix("$.") { rest = rest.dropFirst(2) }
    var keys: [JSONKey] = []
    var isFirst = true
    while isFirst || !rest.isEmpty {
      if rest.first == "[" {
        guard let (key, length) = bracketed(rest) else { return nil }
        keys.append(key)
        rest = rest.dropFirst(length)
      } else {
        if !isFirst {
          guard rest.first == "." else { return nil }
          rest = rest.dropFirst()
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        keys.append(.name(String(name)))
        rest = rest.dropFirst(name.count)
      }
      isFirst = false
    }
    return keys
  }

  /// `[0]`, `['name']` or `["name"]` at the beginning of a text, and how long it is.
  private static func bracketed(_ text: Substring) -> (key: JSONKey, length: Int)? {
    let inner = text.dropFirst()
    if let quote = inner.first, quote == "'" || quote == "\"" {
      let name = inner.dropFirst().prefix { $0 != quote }
      guard !name.isEmpty, inner.dropFirst(name.count + 1).hasPrefix("\(quote)]") else {
        return nil
      }
      return (.name(String(name)), name.count + 4)
    }
    let digits = inner.prefix { $0 != "]" }
    guard let index = Int(digits), index >= 0, inner.dropFirst(digits.count).first == "]" else {
      return nil
    }
    return (.index(index), digits.count + 2)
  }
}
