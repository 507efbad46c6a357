import SpreadModel
import StudyFiles

/// A rule by its name: a built-in one (`"subset"`, `"exact"`, ... as `spreadlab rules` lists them), one that the
/// study defines, or one in Swift.
public struct Rule: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// As in study files.
  public let name: String

  /// A rule that needs no Swift.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }

  /// A rule in Swift; the program knows it by its name from now on.
  ///
  /// - Precondition: the rule's name and version are what ``ContactRule`` asks for, and no other rule of this
  ///   program has its name; a rule of other values is another one.
  public init(_ rule: some ContactRule) {
    let described = rule.described
    if let objection = SpreadRule.objection(to: [described]) { fatalError(objection) }
    guard SpreadRule.add(described, identity: String(reflecting: rule)) else {
      fatalError(
        "there is another rule \"\(described.name)\" in Swift; give one of them another name")
    }
    name = rule.name
  }

  public var description: String { name }
}
