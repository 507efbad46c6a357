import DurableFiles
import PlainText
import SpreadModel

extension EdgeFile {
  /// Reads a file of edges without a study.
  ///
  /// - Parameter people: those in the group; nil: as many as the file names, where numbers of people go
  ///   up to the largest, unless most of them would be in no edge.
  /// - Throws: `StudyFileError` with the mistakes of the file.
  package static func read(
    _ file: String, isDirected: Bool, repeated: Repeated, people: Int?
  ) throws(StudyFileError) -> (edges: EdgeFile, labels: PeopleLabels?, people: Int) {
    var edges = EdgeFile(file: file, isDirected: isDirected, repeated: repeated)
    var table = LabelTable()
    let most = AllowedValues.mostPeople
    if let list = try list(file, .numbers(people: people ?? most), &table) {
      let largest = Int(max(list.from.max() ?? 0, list.to.max() ?? 0))
      if people != nil || largest < 20 * (list.from.count + 50) {
        edges.list = list
        return (try edges.checked(people ?? largest + 1), nil, people ?? largest + 1)
      }
    }
    table = LabelTable()
    edges.list = try list(file, .labels(people: people ?? most), &table)
    let labels = PeopleLabels(table)
    edges.labels = labels
    return (try edges.checked(people ?? labels.count), labels, people ?? labels.count)
  }

  /// - Returns: nil where it has to be read with labels.
  private static func list(
    _ file: String, _ ids: EdgeReader.Ids, _ labels: inout LabelTable
  ) throws(StudyFileError) -> EdgeList? {
    let outcome: EdgeReader.Outcome
    do throws(DurableFileError) {
      outcome = try EdgeReader.read(file, .named, ids, labels: &labels)
    } catch {
      throw StudyFileError(diagnostics: [
        Diagnostic(
          code: .unreadable, file: CallerText(file), line: 1, column: 1, path: "$",
          message: "the file cannot be read: \(error.problem)", suggestion: nil, sourceLine: "",
          sourceColumn: 1, width: 1, isOption: false)
      ])
    }
    switch outcome {
    case .list(let list): return list
    case .needsLabels: return nil
    case .mistakes(let mistakes):
      throw StudyFileError(
        diagnostics: mistakes.map { $0.diagnostic(file: file, path: .root) })
    }
  }

  /// - Throws: `StudyFileError` where edges come again that may not.
  private func checked(_ people: Int) throws(StudyFileError) -> EdgeFile {
    let mistakes = repeats(people)
    guard mistakes.isEmpty else {
      throw StudyFileError(
        diagnostics: mistakes.map { $0.diagnostic(file: file, path: .root) })
    }
    return self
  }
}
