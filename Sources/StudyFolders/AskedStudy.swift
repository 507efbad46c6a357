import Checksums
import DurableFiles
import PlainText
import RunStore
import StudyRuns

/// The study that was asked for last in a results folder, where `analyze --study` asked for it: the same runs with
/// another analysis, of which the store, which is only read then, knows nothing.
///
/// A file beside the store's. It counts while the store has the study that it had then; the next `run` or `merge`
/// takes it away.
struct AskedStudy {
  /// As it was given, and with every default filled in.
  let file: [UInt8]
  let resolved: [UInt8]

  static let name = "asked.json"

  /// - Returns: nil where there is none, or it is older than the study of the store.
  /// - Throws: `Failure` for a file that is not as it was written.
  static func read(in folder: String, of store: RunStore) throws -> AskedStudy? {
    let path = "\(folder)/\(RunStore.folderName)/\(name)"
    guard entryExists(path) else { return nil }
    guard let json = try? JSONReader.read(try ReadableFile.bytes(of: path, .found)),
      let file = json[key: "file"]?.string, let resolved = json[key: "study"]?.string,
      let former = json[key: "stored_study"]?.string,
      json[key: "sha256"]?.string == digest(file, resolved, former)
    else {
      throw Failure(
        .damaged, file: path,
        "\(path) is damaged; 'spreadlab run' or 'spreadlab analyze --study' with the study file puts it in order"
      )
    }
    guard former == SHA256.hexDigest(of: store.identity.study) else { return nil }
    return AskedStudy(file: Array(file.utf8), resolved: Array(resolved.utf8))
  }

  /// From now on it is the one that was asked for last.
  func put(in folder: String, of store: RunStore) throws {
    guard try resolved != store.identity.study || file != store.meta(FolderOwner.studyFileName)
    else {
      return try Self.takeAway(from: folder)
    }
    let (file, resolved) = (
      String(decoding: file, as: UTF8.self), String(decoding: resolved, as: UTF8.self)
    )
    let former = SHA256.hexDigest(of: store.identity.study)
    let written = try DurableFolder(folder).folder(RunStore.folderName).file(Self.name)
    written.text.write(
      text: JSONText.object([
        ("stored_study", .string(former)), ("file", .string(file)), ("study", .string(resolved)),
        ("sha256", .string(Self.digest(file, resolved, former))),
      ]).text)
    _ = try written.commit()
  }

  /// From now on it is the study of the store.
  static func takeAway(from folder: String) throws {
    guard entryExists("\(folder)/\(RunStore.folderName)/\(name)") else { return }
    try DurableFolder(folder).folder(RunStore.folderName).remove(name)
  }

  private static func digest(_ parts: String...) -> String {
    SHA256.hexDigest(of: Array(parts.joined(separator: "\0").utf8))
  }
}
