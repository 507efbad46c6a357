internal import Synchronization

extension SpreadRule {
  /// The rules that this program has beside the built-in ones, in the order in which it was given them.
  ///
  /// They are of the program, not of a study: a study names them as it names built-in ones.
  package static var own: [Described] { given.withLock { $0.map(\.rule) } }

  /// Gives the program its own rules, in the place of those it was given before: once, before the first
  /// study is read.
  package static func give(_ rules: [Described]) {
    given.withLock { $0 = rules.map { ($0, nil) } }
  }

  /// Gives the program one more.
  ///
  /// - Parameter identity: its type and values: what a draw does cannot be compared.
  /// - Returns: false where another rule has the name; then nothing changes.
  package static func add(_ rule: Described, identity: String) -> Bool {
    given.withLock { rules in
      guard let known = rules.first(where: { $0.rule.name == rule.name }) else {
        rules.append((rule, identity))
        return true
      }
      return known.rule.rule == rule.rule && (known.identity ?? identity) == identity
    }
  }

  /// With their identities, where these are known.
  private static let given = Mutex<[(rule: Described, identity: String?)]>([])

  /// The program's draw of that name.
  package static func ownDraw(named name: String) -> OwnDraw? {
    own.lazy.compactMap(\.rule.draw.own).first { $0.name == name }
  }
}
