import Checksums
package import DurableFiles
import Glibc
import PlainText

/// The files that a study names are kept beside the runs that were made with them.
extension Study {
  /// Under which names.
  package var copyNames: [String] { namedFiles.map(\.copyName) }

  /// The names of copies that studies before wrote into a folder and that this one has none of, half written ones
  /// too. A file that this study reads is none of them, whoever wrote it.
  ///
  /// - Parameter store: the folder in it in which their names are kept.
  package func otherCopies(in folder: String, store: String) -> [String] {
    let read = Set(namedFiles.compactMap { $0.facts.flatMap { Self.resolved($0.origin.path) } })
    return CopyNames.read("\(folder)/\(store)").subtracting(copyNames)
      .filter { name in Self.resolved("\(folder)/\(name)").map { !read.contains($0) } ?? true }
      .sorted()
  }

  /// The path without links; nil where nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Writes the files into a folder of runs.
  ///
  /// - Throws: `DurableFileError`, also where a file is not any more what was read.
  @discardableResult
  package func writeCopies(to folder: DurableFolder) throws(DurableFileError) -> [WrittenFile] {
    var written: [WrittenFile] = []
    for file in namedFiles {
      guard let origin = file.facts?.origin else { continue }
      written.append(try Self.copy(origin, to: file.copyName, in: folder, nil))
    }
    return written
  }

  /// Writes the files that are missing into a folder, before its study becomes this one. Their names are kept first:
  /// a study that goes on there after a kill can take away what it does not read.
  ///
  /// - Parameter swap: puts those of this study in the place of others of the same name, which the study before
  ///   may read.
  /// - Throws: as `writeCopies`.
  package func addCopies(
    to folder: DurableFolder, store: DurableFolder, _ swap: FileSwap
  ) throws(DurableFileError) {
    try CopyNames.add(copyNames, in: store)
    for file in namedFiles {
      guard let origin = file.facts?.origin else { continue }
      let path = folder.place(of: file.copyName)
      let isThere = entryExists(path)
      if isThere, try ReadableFile.digest(of: path, .found) == origin.digest { continue }
      _ = try Self.copy(origin, to: file.copyName, in: folder, isThere ? swap : nil)
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

/// The names of all copies that were written into a results folder, in a file of its store.
package enum CopyNames {
  package static let name = "copies"

  /// None without the file. Nothing but the names of copies: what a damaged file may name besides stays.
  ///
  /// - Parameter store: the path of its folder.
  static func read(_ store: String) -> Set<String> {
    let bytes = (try? ReadableFile.bytes(of: "\(store)/\(name)", .found)) ?? []
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Set(names.filter { $0.hasSuffix(".copy") && !$0.contains("/") })
  }

  /// Adds names to those that are kept.
  static func add(_ names: [String], in store: DurableFolder) throws(DurableFileError) {
    let known = read(store.path)
    if !known.isSuperset(of: names) { try write(known.union(names), in: store) }
  }

  /// These are gone.
  package static func remove(_ names: [String], in store: DurableFolder) throws(DurableFileError) {
    let known = read(store.path)
    if !known.isDisjoint(with: names) { try write(known.subtracting(names), in: store) }
  }

  private static func write(_ names: Set<String>, in store: DurableFolder) throws(DurableFileError)
  {
    let file = try store.file(name)
    file.text.write(text: names.sorted().map { $0 + "\n" }.joined())
    _ = try file.commit()
  }
}
