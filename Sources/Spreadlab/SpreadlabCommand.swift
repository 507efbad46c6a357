import SpreadlabCommands

/// The command `spreadlab` as a program of your own, which has your rules besides the built-in ones.
///
/// ```swift
/// import Spreadlab
///
/// SpreadlabCommand.main(rules: [GeometricContacts()])
/// ```
///
/// All of it works with them by their names: sweeps, resumption, parts, statistics, report, `verify`, `replay`.
public enum SpreadlabCommand {
  /// Reads the program's arguments, does what they say, and ends the program with the exit code of the
  /// command (docs/commands.md).
  ///
  /// - Parameter rules: what studies may name beside the built-in rules. A name that cannot be one, or that
  ///   two of them have, ends the program with exit code 2 and a message.
  public static func main(rules: [any ContactRule] = []) -> Never {
    RootCommand.main(rules: rules.map(\.described))
  }
}
