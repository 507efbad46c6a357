/// A spread rule in Swift: whom an infected person infects in one step.
///
/// ```swift
/// struct Everybody: ContactRule {
///   let name = "everybody_near"
///   let version = 1
///
///   func act(
///     _ source: Source, on candidates: inout Candidates, using random: inout RandomWords
///   ) {
///     for candidate in 0..<candidates.count
///     where random.happens(source.infectionProbability) {
///       candidates.infect(candidate)
///     }
///   }
/// }
/// ```
///
/// A rule is asked once for every infected person in every step, on several threads at a time. What it does
/// must follow from what it is given and nothing else: no clock, no other random numbers, no memory of turns
/// before. Then results depend on the study and its seed alone, and not on threads, order, parts of a study
/// or interruptions, as they do for built-in rules.
///
/// Where the infection factor or the infection probability is 0 nobody is infected, and the rule is not asked; nor is
/// it for a source that has no candidates.
public protocol ContactRule: Sendable {
  /// Its name in study files, tables and reports: 1 to 64 letters, digits, `_`, `.`, `:`, `-`, and that of no
  /// built-in rule.
  var name: String { get }

  /// 1 or more; part of what a study is. Count it on whenever the rule acts otherwise: a folder with runs of
  /// another version is refused then, because runs of two rules are never mixed.
  var version: Int { get }

  /// What a source does, in one or two sentences, for `spreadlab rules`.
  var explanation: String { get }

  /// Who is near, where people stand on the grid; eight neighbors unless said otherwise.
  var neighborhood: Neighborhood { get }

  /// Whether people who are not healthy are candidates, too; they are not unless said otherwise.
  var pool: Pool { get }

  /// Whether the sources of a step see each other's infections; they do not unless said otherwise.
  var update: Update { get }

  /// Infects some of the candidates.
  ///
  /// - Parameters:
  ///   - source: who acts, and when.
  ///   - candidates: whom the source meets, in the order of the neighborhood or of the contacts.
  ///   - random: the random numbers of this person in this step.
  /// - Throws: whatever says why the source cannot act. The run ends there and has failed, with this error's
  ///   text; all other runs go on. Like what the rule does, it must follow from what the rule is given.
  func act(
    _ source: Source, on candidates: inout Candidates, using random: inout RandomWords
  ) throws
}

extension ContactRule {
  public var explanation: String { "A rule in Swift, version \(version)." }
  public var neighborhood: Neighborhood { .moore }
  public var pool: Pool { .healthy }
  public var update: Update { .synchronous }
}
