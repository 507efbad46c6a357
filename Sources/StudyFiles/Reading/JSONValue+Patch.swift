import PlainText

/// One part of the way to a value.
enum JSONKey: Hashable {
  /// Of a member; a whole number also of an element.
  case name(String)
  case index(Int)
}

extension JSONValue {
  /// Puts a value where the keys lead to; objects on the way are made.
  ///
  /// `--set`, and numbers of structures that vary, are this one operation.
  /// - Returns: what is in the way, and where; nil if nothing was.
  mutating func put(
    _ new: JSONValue, at keys: ArraySlice<JSONKey>, path: JSONPath = .root
  ) -> (path: JSONPath, message: String)? {
    guard let key = keys.first else {
      self = new
      return nil
    }
    switch key {
    case .name(let name):
      guard case .object(var members) = content else {
        let element = elements.map { _ in "; write \(path.text)[\(Int(name) ?? 0)]" } ?? ""
        return (path.key(name), "\(path.text) is \(kindName), which has no keys\(element)")
      }
      // Taken out, so that no list is copied: thousands of numbers may be put.
      content = .null
      defer { content = .object(members) }
      if let (place, length) = Self.find(keys, in: members) {
        return members[place].value.put(
          new, at: keys.dropFirst(length), path: path.key(members[place].key))
      }
      if case .index? = keys.dropFirst().first {
        let list = path.key(name)
        return (list, "there is no list \(list.text) in the file; give all of it: [...]")
      }
      var inner = JSONValue(content: .object([]), span: new.span)
      let problem = inner.put(new, at: keys.dropFirst(), path: path.key(name))
      if problem == nil { members.append(.init(key: name, keySpan: new.span, value: inner)) }
      return problem
    case .index(let index):
      guard case .array(var elements) = content else {
        return (path.index(index), "\(path.text) is \(kindName), not a list")
      }
      guard elements.indices.contains(index) else {
        return (path.index(index), "the list has \(elements.count) values, counted from 0")
      }
      content = .null
      defer { content = .array(elements) }
      return elements[index].put(new, at: keys.dropFirst(), path: path.index(index))
    }
  }

  /// The member that the path leads to, and how many keys of the path are its name: the most, since
  /// names may have periods.
  private static func find(
    _ keys: ArraySlice<JSONKey>, in members: [Member]
  ) -> (place: Int, length: Int)? {
    var found: (place: Int, length: Int)?
    for (place, member) in members.enumerated() {
      // Most names have no period, and are one key.
      if case .name(let name)? = keys.first, member.key == name {
        found = found ?? (place, 1)
        continue
      }
      guard member.key.utf8.contains(UInt8(ascii: ".")) else { continue }
      if let length = length(of: member.key[...], in: keys), length > found?.length ?? 0 {
        found = (place, length)
      }
    }
    return found
  }

  /// How many keys, with periods between, are that name; nil if it does not begin them.
  private static func length(of name: Substring, in keys: ArraySlice<JSONKey>) -> Int? {
    var rest = name
    for (before, key) in keys.enumerated() {
      guard case .name(let part) = key, rest.hasPrefix(part) else { return nil }
      rest = rest.dropFirst(part.count)
      if rest.isEmpty { return before + 1 }
      guard rest.first == "." else { return nil }
      rest = rest.dropFirst()
    }
    return nil
  }
}
