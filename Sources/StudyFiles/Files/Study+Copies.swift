import Checksums
package import DurableFiles
import PlainText
import SpreadModel

/// The files that a study names are kept beside the runs that were made with them.
extension Study {
  private typealias Copy = (name: String, origin: FileOrigin?)

  private var copies: [Copy] {
    contacts.compactMap { named in
      named.edges.map { (named.copyName, $0.list?.facts.file.origin) }
    } + peopleFiles.map { ($0.copyName, $0.file.rows?.facts.origin) }
  }

  /// Under which names.
  package var copyNames: [String] { copies.map(\.name) }

  /// The names of copies in a folder that this study has none of: those of a study before it, or of one whose
  /// first command was killed. Half written ones too, by the name that they would have had.
  package func otherCopies(in folder: String) throws(DurableFileError) -> [String] {
    let sections = [ModelKey.contacts, .groups, .immuneOrder].map { "\($0.section ?? "")." }
    let unfinished = DurableFile.temporaryName(of: "")
    let names = try folderEntries(folder).map { entry in
      entry.hasSuffix(unfinished) ? String(entry.dropLast(unfinished.count)) : entry
    }.filter { name in name.hasSuffix(".copy") && sections.contains { name.hasPrefix($0) } }
    return Set(names).subtracting(copyNames).sorted()
  }

  /// Writes the files into a folder of runs.
  ///
  /// - Throws: `DurableFileError`, also where a file is not any more what was read.
  @discardableResult
  package func writeCopies(to folder: DurableFolder) throws(DurableFileError) -> [WrittenFile] {
    var written: [WrittenFile] = []
    for (name, origin) in copies {
      if let origin { written.append(try Self.copy(origin, to: name, in: folder, nil)) }
    }
    return written
  }

  /// Writes the files that are missing into a folder, before its study becomes this one.
  ///
  /// - Parameter swap: puts those of this study in the place of others of the same name, which the study before
  ///   may read.
  /// - Throws: as `writeCopies`.
  package func addCopies(
    to folder: DurableFolder, _ swap: FileSwap
  ) throws(DurableFileError) {
    for (name, origin) in copies {
      guard let origin else { continue }
      let path = folder.place(of: name)
      let isThere = entryExists(path)
      if isThere, try ReadableFile.digest(of: path, .found) == origin.digest { continue }
      _ = try Self.copy(origin, to: name, in: folder, isThere ? swap : nil)
    }
  }

  private static func copy(
    _ origin: FileOrigin, to name: String, in folder: DurableFolder, _ swap: FileSwap?
  ) throws(DurableFileError) -> WrittenFile {
    let copy = try folder.file(name)
    if let bytes = origin.bytes {
      bytes.withUnsafeBufferPointer { copy.text.write($0) }
      return try copy.commit(with: swap)
    }
    let source = try ReadableFile(origin.path, .named)
    var hash = SHA256()
    try source.forEachPiece { piece in
      let bytes = piece.bindMemory(to: UInt8.self)
      hash.update(bytes)
      copy.text.write(bytes)
    }
    guard hash.hexDigest() == origin.digest else {
      throw DurableFileError(
        "copy", origin.path, code: 0, problem: "it was changed after it had been read")
    }
    return try copy.commit(with: swap)
  }
}
