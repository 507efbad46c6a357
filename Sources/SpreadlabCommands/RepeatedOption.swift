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
      let name = String(word.prefix { $0 != "=" })
      // Of several letters in one word the last may have a value.
      let key = name.hasPrefix("--") ? name : name.last.map { "-\($0)" } ?? ""
      guard name.hasPrefix("-"), let option = options[key] else { continue }
      if word == name { _ = words.next() }
      if !option.isRepeating, !given.insert(option.id).inserted {
        self.name = key
        return
      }
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
