import Foundation

/// A folder that stands for `/`, with these files.
func rootFolder(_ files: [String: String]) throws -> String {
  let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  for (path, text) in files {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  return root.path
}
