import ArgumentParser
import PlainText

/// An option of one value that is given several times: the parser takes the last in silence, and nobody knows
/// which was meant.
struct RepeatedOption {
  /// As it was written the second time, such as `--x`.
  let name: String

  /// The first one among the arguments of a command, which the parser accepted.
  init?(_ arguments: some Sequence<String>, of command: any ParsableCommand.Type) {
    let options = Self.options(of: command)
    var given: Set<String> = []
    var words = arguments.makeIterator()
    while let word = words.next(), word != "--" {
      guard let (key, valueFollows) = Self.find(word, in: options), let option = options[key]
      else { continue }
      if valueFollows { _ = words.next() }
      if !option.isRepeating, !given.insert(option.id).inserted {
        self.name = key
        return
      }
    }
    return nil
  }

  /// The option with a value that a word gives, and whether its value is the next word.
  private static func find(
    _ word: String, in options: [String: (id: String, isRepeating: Bool)]
  ) -> (key: String, valueFollows: Bool)? {
    guard !word.hasPrefix("--") else {
      let name = String(word.prefix { $0 != "=" })
      return options[name] == nil ? nil : (name, name == word)
    }
    guard word.hasPrefix("-") else { return nil }
    // Letters of flags may stand before that of the option, its value behind it.
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let key = "-\(letter)"
      if options[key] != nil { return (key, letters.isEmpty) }
    }
    return nil
  }

  /// Those with a value, by each of their names with its dashes.
  private static func options(
    of command: any ParsableCommand.Type
  ) -> [String: (id: String, isRepeating: Bool)] {
    let help = try? JSONReader.read(Array(command._dumpHelp().utf8))
    var options: [String: (id: String, isRepeating: Bool)] = [:]
    for option in help?[key: "command"]?[key: "arguments"]?.elements ?? []
    where option[key: "kind"]?.string == "option" {
      let names = (option[key: "names"]?.elements ?? []).compactMap { name in
        name[key: "name"]?.string.map { name[key: "kind"]?.string == "long" ? "--\($0)" : "-\($0)" }
      }
      let isRepeating = option[key: "isRepeating"]?.bool == true
      for name in names { options[name] = (names[0], isRepeating) }
    }
    return options
  }
}
