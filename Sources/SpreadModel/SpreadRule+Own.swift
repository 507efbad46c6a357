internal import Synchronization

extension SpreadRule {
  /// The rules that this program has beside the built-in ones, in the order in which it was given them.
  ///
  /// They are of the program, not of a study: a study names them as it names built-in ones.
  package static var own: [Described] { given.withLock { $0 } }

  /// Gives the program its own rules, in the place of those it was given before: once, before the first
  /// study is read.
  package static func give(_ rules: [Described]) { given.withLock { $0 = rules } }

  /// Gives the program one more, in the place of that of the same name.
  package static func add(_ rule: Described) {
    given.withLock { rules in
      if let place = rules.firstIndex(where: { $0.name == rule.name }) {
        rules[place] = rule
      } else {
        rules.append(rule)
      }
    }
  }

  private static let given = Mutex<[Described]>([])

  /// The program's draw of that name.
  package static func ownDraw(named name: String) -> OwnDraw? {
    own.lazy.compactMap(\.rule.draw.own).first { $0.name == name }
  }
}
