import PlainText
import StudyFiles

/// A parameter study that was read and found to be valid.
///
/// It is what a study file says, and is read by the same reader as one: with the same default values, the same
/// checks, and the same messages. Rules in Swift have to be known before: by ``Rule/init(_:)-(ContactRule)``, or
/// because the program began with ``SpreadlabCommand/main(rules:)``.
public struct Study: Sendable {
  /// The text of the study file.
  public let json: String
  let study: StudyFiles.Study

  /// A study of any kind, from the text of its file.
  ///
  /// - Throws: ``SpreadlabError`` with every mistake, its line, column and path.
  public init(json: String) throws(SpreadlabError) {
    self.json = json
    do throws(StudyFileError) {
      study = try StudyFiles.Study.parse(bytes: Array(json.utf8), file: "study")
    } catch { throw SpreadlabError(error) }
  }

  /// All combinations of the factors' values, each run so many times.
  ///
  /// - Parameters:
  ///   - name: a label, which tables and default folders are named after.
  ///   - seed: 0...2^53-1; all random numbers follow from it.
  ///   - model: what all points have in common, where no factor says otherwise.
  ///   - factors: what varies, in the order of the tables.
  ///   - replicates: runs of each point.
  /// - Throws: ``SpreadlabError`` with every mistake, and its place in ``json``.
  public init(
    _ name: String, seed: Int, model: Scenario, factors: [Factor] = [], replicates: Int = 100
  ) throws(SpreadlabError) {
    var members: [(String, JSONText)] = [
      ("spreadlab", .int(1)), ("study", .string(name)), ("seed", .int(seed)),
      ("model", model.json(without: Set(factors.map(\.key)))),
    ]
    if !factors.isEmpty {
      members.append(("factors", .object(factors.map { ($0.key, $0.json) })))
    }
    members.append(("replicates", .int(replicates)))
    try self.init(json: JSONText.object(members).text)
  }

  /// The label in front of its results.
  public var name: String { study.name }

  /// How many combinations of values there are; of a search or a calibration, those it begins with.
  public var pointCount: Int { Int(study.pointCount) }
}
