package import DurableFiles
package import PlainText

/// A file of edges that was read without a study.
package struct LoneEdges: Sendable {
  package let edges: EdgeFile
  package let labels: PeopleLabels?
  /// The numbers in the file, by person; nil where they are the numbers of people, or labels.
  package let numbers: [UInt32]?
  package let people: Int
  package let notes: [Note]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its declaration in the study or on the command line; its path is for messages.
  ///   - people: those in the group; nil: as many as the file names.
  /// - Throws: `StudyFileError` with the mistakes of the file.
  package init(
    _ file: EdgeFile, _ content: ReadableFile, people: Int?
  ) throws(StudyFileError) {
    func value<Value>(_ result: Result<Value, EdgeReader.Problem>) throws(StudyFileError) -> Value {
      switch result {
      case .success(let value): return value
      case .failure(.unreadable(let problem)): throw .unreadable(file.file, problem)
      case .failure(.mistakes(let found)):
        throw StudyFileError(
          diagnostics: found.map { $0.diagnostic(file: file.file, path: .root) })
      }
    }
    var read = try value(
      Result { () throws(EdgeReader.Problem) in
        try EdgeReader.read(file, content, people: people, .command)
      })
    numbers = people == nil ? read.closeGaps() : nil
    let (lists, _, labels) = PeopleNumbering.lists([.success(read)], people: people, .command)
    var edges = file
    edges.take(try value(lists[0]))
    edges.labels = labels
    self.people = people ?? labels?.count ?? edges.list?.people ?? 0
    let repeats = edges.repeats(self.people, numbers: numbers, .command)
    if !repeats.isEmpty { _ = try value(Result<Int, _>.failure(.mistakes(repeats))) }
    self.edges = edges
    self.labels = labels
    var notes = edges.notes(at: .root)
    if let people, let labels, file.ids != .labels,
      edges.list?.facts.file.hasQuotedNumbers == false,
      let beyond = labels.firstNumber(from: people)
    {
      notes.append(
        labels.note(onNumber: beyond, in: file.file, at: .root, people: people, .command))
    }
    self.notes = notes
  }
}
