import DurableFiles
import PlainText
import StudyFiles

/// A CSV file of any origin that has these columns.
///
/// - Throws: `FolderError` if it cannot be read, or naming the nearest column where it has none of that
///   name.
func openNamed(_ path: String, columns: [String]) throws(FolderError) -> CSVReader {
  let reader: CSVReader
  do { reader = try CSVReader(path, .named, .any) } catch { throw readingFailure(error, path) }
  guard let column = columns.first(where: { reader.place(of: $0) == nil }) else { return reader }
  var message = "\(path) has no column \"\(column)\""
  if let near = NearestName.find(column, in: reader.columns) {
    message += "; did you mean \"\(near)\"?"
  } else {
    message += "; it has \(reader.columns.joined(separator: ", "))"
  }
  throw .request(CallerText(message))
}

/// What reading a file the user names failed of, with its path.
func readingFailure(_ error: any Error, _ path: String) -> FolderError {
  (error as? CSVReader.Problem).map { .request("\(path): \($0)") } ?? FolderError(error)
}
