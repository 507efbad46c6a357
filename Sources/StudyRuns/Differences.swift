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
    + (responses(of: study, from: other).map { " (\($0))" } ?? "")
}

/// Why what is stored of each run makes another study of it; nil where it is the same.
private func responses(of study: Study, from other: Study) -> String? {
  let (new, old) = (study.storedResponses.responses, other.storedResponses.responses)
  if study.storedOwnResponses != other.storedOwnResponses {
    return
      "these responses cannot be computed from the stored curves, so the runs have to be computed again"
  }
  let differing = new.filter { !old.contains($0) } + old.filter { !new.contains($0) }
  guard let first = differing.first else { return nil }
  let more = differing.count > 1 ? " and \(differing.count - 1) more" : ""
  return new.contains(first)
    ? "runs then have the responses \(first.name)\(more), which those of the folder lack"
    : "runs then lack the responses \(first.name)\(more), which those of the folder have"
}
