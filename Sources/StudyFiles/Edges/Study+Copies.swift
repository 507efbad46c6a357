import Checksums
package import DurableFiles
import PlainText

/// Files of edges are kept beside the runs that were made with them.
extension Study {
  /// Under which names.
  package var copyNames: [String] { contacts.filter { $0.edges != nil }.map(\.copyName) }

  /// Writes the files of edges into a folder of runs.
  ///
  /// - Parameter onlyMissing: whether copies that are there and whole stay as they are.
  /// - Throws: `DurableFileError`, also where a file is not any more what was read.
  @discardableResult
  package func writeCopies(
    to folder: DurableFolder, onlyMissing: Bool = false
  ) throws(DurableFileError) -> [WrittenFile] {
    var written: [WrittenFile] = []
    for named in contacts {
      guard let edges = named.edges, let list = edges.list else { continue }
      let path = folder.place(of: named.copyName)
      if onlyMissing, entryExists(path),
        try ReadableFile.digest(of: path, .found) == edges.digest
      {
        continue
      }
      written.append(try Self.copy(list, to: named.copyName, in: folder))
    }
    return written
  }

  private static func copy(
    _ list: EdgeList, to name: String, in folder: DurableFolder
  ) throws(DurableFileError) -> WrittenFile {
    let copy = try folder.file(name)
    if let bytes = list.facts.bytes {
      bytes.withUnsafeBufferPointer { copy.text.write($0) }
      return try copy.commit()
    }
    let source = try ReadableFile(list.facts.path, .named)
    var hash = SHA256()
    try source.forEachPiece { piece in
      let bytes = piece.bindMemory(to: UInt8.self)
      hash.update(bytes)
      copy.text.write(bytes)
    }
    guard hash.hexDigest() == list.facts.digest else {
      throw DurableFileError(
        "copy", list.facts.path, code: 0, problem: "it was changed after it had been read")
    }
    return try copy.commit()
  }
}
