internal import Foundation

/// The keys that a study file may have, read from the JSON Schema the program prints.
package enum SchemaKeys {
  /// Paths such as `model.stop.share`, `rules.*.draw` (`*`: any name) and
  /// `replicates.until[].response` (`[]`: any place in a list). A list of plain values is one key,
  /// a list of objects is one beside the keys of its objects. Keys of a single value are left out.
  ///
  /// - Throws: Foundation's error if the text is not JSON.
  package static func all(inSchema text: String) throws -> Set<String> {
    var keys: Set<String> = []
    collect(try JSONSerialization.jsonObject(with: Data(text.utf8)), at: "", into: &keys)
    return keys
  }

  private static func collect(_ schema: Any, at path: String, into keys: inout Set<String>) {
    guard let schema = schema as? [String: Any] else { return }
    if let forms = schema["oneOf"] as? [Any] {
      // Kinds are distinguished by a key whose value each of them fixes: together it is a choice.
      let constants = forms.flatMap { form in
        let properties = (form as? [String: Any])?["properties"] as? [String: Any] ?? [:]
        return properties.filter { ($0.value as? [String: Any])?["const"] != nil }.map(\.key)
      }
      for key in constants { keys.insert(join(path, key)) }
      for form in forms { collect(form, at: path, into: &keys) }
    } else if schema["type"] as? String == "object" {
      for (key, value) in schema["properties"] as? [String: Any] ?? [:] {
        collect(value, at: join(path, key), into: &keys)
      }
      for (_, value) in schema["patternProperties"] as? [String: Any] ?? [:] {
        collect(value, at: join(path, "*"), into: &keys)
      }
      if let entry = schema["additionalProperties"] as? [String: Any] {
        collect(entry, at: join(path, "*"), into: &keys)
      }
    } else if schema["type"] as? String == "array" {
      keys.insert(path)
      if let items = schema["items"], holdsObjects(items) {
        collect(items, at: path + "[]", into: &keys)
      }
    } else if schema["const"] == nil {
      keys.insert(path)
    }
  }

  private static func holdsObjects(_ schema: Any) -> Bool {
    guard let schema = schema as? [String: Any] else { return false }
    return schema["type"] as? String == "object"
      || (schema["oneOf"] as? [Any] ?? []).contains(where: holdsObjects)
  }

  private static func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }
}
