import SpreadModel
package import StudyFiles

/// What of the identity differs from another study's, such as "these differ: $.seed, $.factors.rule".
///
/// - Parameter keys: the only ones that are compared; nil compares all.
package func differences(
  of study: Study, from other: Study, in keys: Set<String>? = nil
) -> String {
  let paths = study.changedKeys(since: other).filter { keys?.contains($0) ?? true }
  guard !paths.isEmpty else { return "their runs differ" }
  let shown = paths.prefix(8).joined(separator: ", ")
  return "these differ: \(shown)" + (paths.count > 8 ? " and \(paths.count - 8) more" : "")
}
