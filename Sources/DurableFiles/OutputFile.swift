internal import Glibc
internal import PlainText

/// Starts the file that a command writes to a path of the user's choice.
///
/// - Parameter inputs: the files that the command reads.
/// - Throws: `WordedError` if it is one of them, by whatever name, or cannot be written.
package func outputFile(_ path: String, besides inputs: [String]) throws -> DurableFile {
  if let input = inputs.first(where: { isSameEntry($0, path) }) {
    throw Failure(
      .conflict, file: path,
      "\(path) would replace \(input == path ? "itself" : input), which this command reads; give another name"
    )
  }
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return try DurableFolder(parentFolder(of: path)).file(name)
}

/// Whether two paths lead to one file or folder, links followed.
package func isSameEntry(_ a: String, _ b: String) -> Bool {
  var (one, other) = (stat(), stat())
  return stat(a, &one) == 0 && stat(b, &other) == 0
    && one.st_dev == other.st_dev && one.st_ino == other.st_ino
}
