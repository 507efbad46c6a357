import DurableFiles
import PlainText
import StudyFiles

/// A CSV file of any origin that has these columns.
///
/// - Throws: `WordedError` if it cannot be read, or naming the nearest column where it has none of that
///   name.
func openNamed(_ path: String, columns: [String]) throws -> CSVReader {
  let reader = try CSVReader(path, .named, .any)
  guard let column = columns.first(where: { reader.place(of: $0) == nil }) else { return reader }
  var message = "\(path) has no column \"\(column)\""
  if let near = NearestName.find(column, in: reader.columns) {
    message += "; did you mean \"\(near)\"?"
  } else {
    message += "; it has \(reader.columns.joined(separator: ", "))"
  }
  throw Failure(.unknownColumn, file: path, CallerText(message))
}
