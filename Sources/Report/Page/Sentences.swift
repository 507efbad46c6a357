import PlainText

/// Such as "Showing 6 of 9 curves; all are in dose_responses.csv."; empty where all are shown.
func showing(_ shown: Int, of all: Int, _ rest: String) -> String {
  shown == all ? "" : "Showing \(grouped(shown)) of \(grouped(all)) \(rest)."
}

extension Sequence<String> {
  /// Those that say something, as sentences behind each other.
  var together: String { filter { !$0.isEmpty }.joined(separator: " ") }
}

/// A note on intervals of which an end is not known.
let openBars = "A bar that reaches the edge of the picture is open there."
