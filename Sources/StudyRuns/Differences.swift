/// Such as "these differ: $.seed, $.factors.rule".
package func differences(_ paths: [String]) -> String {
  guard !paths.isEmpty else { return "their runs differ" }
  let shown = paths.prefix(8).joined(separator: ", ")
  return "these differ: \(shown)" + (paths.count > 8 ? " and \(paths.count - 8) more" : "")
    + (paths.contains { $0.hasPrefix("$.responses") } ? responsesOfRuns : "")
}

/// Why a response of the study's own may make another study of it.
private let responsesOfRuns = """
   (these responses cannot be computed from the stored curves, so the runs have to be computed \
  again)
  """
