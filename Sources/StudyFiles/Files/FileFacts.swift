import Checksums
import DurableFiles
import PlainText

/// Where a file was read, and what it was.
struct FileOrigin: Sendable {
  var path = ""
  /// SHA-256, in hexadecimal.
  var digest = ""
  /// The bytes of a pipe, which cannot be read again.
  var bytes: [UInt8]?
}

/// What was read of a file that names people, whatever it says of them.
struct FileFacts: Sendable {
  var origin = FileOrigin()
  /// Columns that nothing reads.
  var unread: [String] = []
  /// Whether whole numbers in quotes were read as labels, and nothing else is a label.
  var hasQuotedNumbers = false
  /// Rows without any value.
  var emptyRows = 0
}

extension FileOrigin {
  /// Reads the records of a file in one pass.
  ///
  /// - Parameter read: takes the records; gives what they say, and the mistakes in them.
  static func reading<Content>(
    _ content: ReadableFile, _ dialect: CSVRecords.Dialect,
    _ read: (CSVRecords) throws -> (Content, [FileMistake])
  ) throws(EdgeReader.Problem) -> (Content, FileOrigin) {
    do {
      var hash = SHA256()
      var bytes: [UInt8]? = content.isPipe ? [] : nil
      let source = try content.content { piece in
        hash.update(piece)
        bytes?.append(contentsOf: piece)
      }
      let (read, mistakes) = try read(try CSVRecords(dialect, source))
      guard mistakes.isEmpty else { throw EdgeReader.Problem.mistakes(mistakes) }
      return (read, FileOrigin(path: content.path, digest: hash.hexDigest(), bytes: bytes))
    } catch let problem as EdgeReader.Problem {
      throw problem
    } catch let problem as CSVRecords.Problem {
      throw .mistakes([FileMistake(problem.code, problem.words, at: problem.place)])
    } catch let error as DurableFileError {
      throw .unreadable(error.problem)
    } catch { throw .unreadable(error.worded.message.description) }
  }
}

// MARK: Notes

extension FileFacts {
  /// What was made of the file that its author may not expect.
  ///
  /// - Parameters:
  ///   - file: its name.
  ///   - path: where the study names it.
  func notes(on file: String, at path: JSONPath) -> [Note] {
    var notes: [Note] = []
    if !unread.isEmpty {
      let named = unread.prefix(20).joined(separator: ", ")
      let more = unread.count > 20 ? " and \(unread.count - 20) more" : ""
      notes.append(Note(.ignoredColumns, path, "\(named)\(more) of \(file) not read"))
    }
    if hasQuotedNumbers {
      notes.append(
        Note(
          .quotedNumbers, path,
          "the numbers in \(file) are in quotes, so they are labels and not numbers of people; "
            + "remove the quotes if they are"))
    }
    if emptyRows > 0 {
      notes.append(
        Note(
          .rowsLeftOut, path,
          "\(emptyRows) row\(emptyRows == 1 ? "" : "s") of \(file) without any value "
            + "\(emptyRows == 1 ? "is" : "are") left out"))
    }
    return notes
  }
}

extension PeopleLabels {
  /// Labels of a file that are easily mistaken.
  ///
  /// - Parameter names: whether it names a person.
  func notes(on file: String, at path: JSONPath, _ names: (Int) -> Bool) -> [Note] {
    var notes: [Note] = []
    if let person = mistaken, names(person) {
      notes.append(
        Note(
          .missingValueName, path,
          "the label \(self[person]) of \(file) is a person here; pandas, R and others read it as a "
            + "missing value, and may leave out its rows of people.csv; take another label, or leave "
            + "out its lines if it stands for nobody"))
    }
    if let (one, other) = alike, names(one) || names(other) {
      notes.append(
        Note(
          .similarGroups, path,
          "the labels \(JSONText.quoted(self[one])) and \(JSONText.quoted(self[other])) of \(file) differ "
            + "by blanks or invisible characters alone; if they are one person, write them alike"))
    }
    return notes
  }

  /// A label that is a number beyond the group, among numbers from 0 on.
  func note(
    onNumber person: Int, in file: String, at path: JSONPath, people: Int, _ words: FileSettings
  ) -> Note {
    Note(
      .numbersAsLabels, path,
      "\(self[person]) in \(file) is not below \(words.people), \(people), so that all ids are labels and "
        + "not numbers of people; give it a number below if it is meant to be one")
  }
}

/// People of a group whom a file does not name.
///
/// - Parameters:
///   - named: how many it names.
///   - lowest: the least number of a person; nil where people have labels.
///   - asLabels: what makes labels of numbers.
func noteOnPeople(
  _ people: Int, named: Int, lowest: UInt32?, _ file: String, at path: JSONPath, asLabels: String
) -> Note? {
  guard named < people else { return nil }
  let count = people - named
  let who =
    count == 1 ? "1 of the \(people) people has" : "\(count) of the \(people) people have"
  return Note(
    .peopleWithoutContacts, path,
    "\(who) no contacts in \(file)"
      + (lowest == 1
        ? ": its numbers begin at 1, and there is a person 0; \(asLabels) and give a "
          + "group_size of \(named) if there is none"
        : "; it names \(named)"))
}
