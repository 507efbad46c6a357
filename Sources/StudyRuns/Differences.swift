import SpreadModel
package import StudyFiles

/// What of the identity differs from another study's, such as "these differ: $.seed, $.factors.rule".
///
/// - Parameter besidesName: leaves the name out where anything else differs.
package func differences(
  of study: Study, from other: Study, besidesName: Bool = false
) -> String {
  var paths = study.changedKeys(since: other)
  if besidesName, paths.count > 1 { paths.removeAll { $0 == "$.study" } }
  guard !paths.isEmpty else { return "their runs differ" }
  let shown = paths.prefix(8).joined(separator: ", ")
  return "these differ: \(shown)" + (paths.count > 8 ? " and \(paths.count - 8) more" : "")
}
