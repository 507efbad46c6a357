import DurableFiles
import PlainText

extension EdgeFile {
  /// Reads a file of edges without a study.
  ///
  /// - Parameter people: as `EdgeReader.read`.
  /// - Throws: `StudyFileError` with the mistakes of the file.
  package static func read(
    _ file: String, isDirected: Bool, repeated: Repeated, people: Int?
  ) throws(StudyFileError) -> (edges: EdgeFile, labels: PeopleLabels?, people: Int) {
    let (lists, labels) = EdgeReader.read([EdgeSource(path: file, origin: .named)], people: people)
    var edges = EdgeFile(file: file, isDirected: isDirected, repeated: repeated)
    var mistakes: [EdgeMistake] = []
    switch lists[0] {
    case .success(let list): edges.list = list
    case .failure(.unreadable(let error)): throw .unreadable(file, error.problem)
    case .failure(.mistakes(let found)): mistakes = found
    case .failure(.needsLabels): break
    }
    edges.labels = labels
    let people = people ?? edges.list?.people ?? 0
    if mistakes.isEmpty { mistakes = edges.repeats(people) }
    guard mistakes.isEmpty else {
      throw StudyFileError(
        diagnostics: mistakes.map { $0.diagnostic(file: file, path: .root) })
    }
    return (edges, labels, people)
  }
}
