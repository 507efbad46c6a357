import DurableFiles
import PlainText
import ResultTables
import RunStore
import SpreadModel
import StudyFiles
import StudyRuns
import Tables

/// A study and its finished runs, for questions about them: from the store of their folder, or from its tables where
/// there is no store, or one whose format is not read any more.
struct FolderResults {
  let folder: String
  let study: Study
  let results: CountedRuns
  /// Whether there are all runs of the study.
  let isComplete: Bool
  let notes: [Note]
  private let part: RoundPart?
  /// The study with every default filled in, and where it stands.
  private let resolved: (bytes: [UInt8], file: String)

  /// - Throws: `WordedError` for a folder that has neither, or whose runs cannot be read.
  init(_ folder: String) throws {
    self.folder = folder
    var (stored, reason) = (FolderStudy?.none, "it has no \(RunStore.folderName)/")
    do {
      if RunStore.exists(in: folder) || !entryExists("\(folder)/\(manifestName)") {
        stored = try FolderStudy(folder: folder)
      }
    } catch RunStoreError.olderFormat(_, let found, _) {
      reason = "its store has format \(found), which this program does not read"
    }
    if let stored {
      (study, part, notes) = (stored.study, stored.rounds.part, [])
      resolved = (stored.resolved, "\(folder)/\(RunStore.folderName)")
      (results, isComplete) = try stored.results()
      return
    }
    try expectFinishedTables(in: folder)
    let file = "\(folder)/\(sideFileNames[1])"
    resolved = (try ReadableFile.bytes(of: file, .found), file)
    study = try Study.parse(bytes: resolved.bytes, file: file, isStored: true)
    results = try CountedRuns(study, from: try FolderTables(in: folder))
    let manifest = try sideFile("\(folder)/\(manifestName)")
    try Self.expectListed(manifest, in: folder)
    part = manifest?["part"]?.text.flatMap(RoundPart.init)
    isComplete = manifest?["complete"]?.bool == true
    notes = [
      Note(.noStore, file: folder, "the runs of \(folder) were read from its tables: \(reason)")
    ]
  }

  /// - Throws: `WordedError` for a table that has not the bytes of the manifest: rows may be missing, or added.
  private static func expectListed(_ manifest: JSONValue?, in folder: String) throws {
    for entry in manifest?[key: "files"]?.elements ?? [] {
      guard let name = entry[key: "name"]?.string, name.contains(".csv"),
        let sha256 = entry[key: "sha256"]?.string
      else { continue }
      let path = "\(folder)/\(name)"
      guard try ReadableFile.digest(of: path, .found) == sha256 else {
        throw Failure.damaged(path, "it is not the file that \(manifestName) lists")
      }
    }
  }

  /// - Throws: `WordedError` if there is only a part of the study in the folder.
  func expectWhole() throws { try part?.refuse(folder) }

  /// The same study with something else asked of its results.
  ///
  /// - Throws: `StudyFileError` naming the options that cannot be asked of it.
  func study(asking changes: [Override]) throws -> Study {
    try Study.parse(
      bytes: resolved.bytes, file: resolved.file, overrides: changes, isStored: true)
  }

  /// - Parameter setting: the option that names it.
  /// - Throws: `WordedError` that lists what the runs have, for a name that is none of a response.
  func expectResponse(_ name: String, _ setting: String, besides others: [String] = []) throws {
    let all = study.responses.responses + ResponseList.all.responses
    guard !others.contains(name), !all.contains(where: { $0.name == name }) else { return }
    throw unknown(name, setting, study.responses.responses.map(\.name) + others)
  }

  /// - Throws: `WordedError` if the study has no point of that number.
  func expectPoint(_ number: Int) throws {
    guard !results.points.indices.contains(number) else { return }
    throw noPoint(number, of: results.points.count)
  }
}

extension RoundPart {
  /// Throws that a folder has only this part of a study.
  func refuse(_ folder: String) throws {
    throw Failure(
      .partOnly, file: folder,
      "\(folder) holds part \(self) of a study; join the parts first, with 'spreadlab merge'")
  }
}

/// That a study has no point of that number.
func noPoint(_ number: Int, of count: Int) -> Failure {
  Failure(.noSuchRun, "\(setting: "point", number): the study has points 0...\(count - 1)")
}
