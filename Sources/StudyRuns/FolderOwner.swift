import DurableFiles
package import PlainText
package import RunStore
import SpreadModel
package import StudyFiles

/// Whose results folder it is: which studies may go on there. Source: docs/file-formats.md, "Whose folder it is".
///
/// A run is a function of its point, the seed, the replicate and the version of results, and stores keep it under
/// these. So a study goes on with the runs of another one that has them.
package enum FolderOwner {
  /// Under which name the store keeps the study file as it was given.
  package static let studyFileName = "study.json"

  /// Opens the folder for writing: a new one, or one in which the study is at home. What the study consists of
  /// is kept there: the file, of a part the plan of its round, and copies of the files that it names.
  ///
  /// Copies come first, so that whoever is killed leaves a folder whose study can be read; those that take the
  /// place of others have their names a moment after the store has the study.
  /// - Parameters:
  ///   - studyFile: as it was given; nil: none is kept.
  ///   - round: of a part.
  /// - Throws: `WordedError`; nothing is changed in a folder that is refused.
  package static func open(
    _ rounds: StudyRounds, at folder: String, studyFile: [UInt8]? = nil, round: RoundFile? = nil
  ) throws -> RunStore {
    try expectOurs(folder)
    let study = rounds.study
    var values: [String: [UInt8]] = [:]
    values[studyFileName] = studyFile
    if rounds.part != nil { values[RoundFile.name] = round?.bytes(of: study) }
    var swap: FileSwap?
    let identity = StoreIdentity(
      digest: study.digest, shard: rounds.part.name, study: study.resolvedJSON,
      recording: study.recording)
    let store = try RunStore.open(
      folder: folder, study: identity, values: values, mode: .resume,
      admit: { found in
        if let refusal = refusal(of: rounds, in: folder, found) { throw refusal }
      },
      admitUnread: { try expectOwnTables(rounds, in: folder) },
      prepare: {
        guard !study.copyNames.isEmpty else { return }
        let place = try DurableFolder(folder)
        let waiting = FileSwap(place)
        try study.addCopies(to: place, store: place.folder(RunStore.folderName), waiting)
        swap = waiting
      })
    try swap?.make()
    return store
  }

  /// Why a folder with runs is not one for these; nil where it is.
  ///
  /// - Parameter found: the study that was asked for last there.
  package static func refusal(
    of rounds: StudyRounds, in folder: String, _ found: StoreIdentity
  ) -> (any WordedError)? {
    let study = rounds.study
    let isPart = found.shard == rounds.part.name
    func anotherPart() -> Failure { self.anotherPart(folder, RoundPart(found.shard), rounds.part) }
    guard found.digest != study.digest else { return isPart ? nil : anotherPart() }
    guard
      let older = try? Study.parse(bytes: found.study, file: "\(folder)/.store", isStored: true)
    else { return anotherStudy(folder, rounds, nil) }
    guard isAtHome(rounds, with: older) else { return anotherStudy(folder, rounds, older) }
    guard isPart else { return anotherPart() }
    let out: RoundFile?
    do { out = try RoundFile.kept(in: folder, of: older) } catch {
      // A plan of another study than that of the folder has no parts out; of one that cannot be read nobody knows.
      let failure = error.worded
      return failure.code == .anotherStudy ? nil : failure
    }
    guard let out else { return nil }
    return Failure(
      .anotherStudy, file: folder,
      "parts of round \(out.round) of the study in \(folder) were not merged yet, and this study is another "
        + "one; \(differences(of: study, from: older)). Merge them, or drop them: remove "
        + "\(folder)/\(RoundFile.name)")
  }

  /// The name of the study with every default filled in, beside the tables.
  private static let resolvedStudyName = "study.resolved.json"

  /// Where the store cannot say whose runs it has, or is gone, the study beside the tables does: they may be the
  /// last copy of another study's results.
  ///
  /// - Throws: `WordedError` unless it is one that goes on with this one.
  package static func expectOwnTables(_ rounds: StudyRounds, in folder: String) throws {
    let file = "\(folder)/\(resolvedStudyName)"
    if let other = try? Study.parse(
      bytes: try ReadableFile.bytes(of: file, .found), file: file, isStored: true)
    {
      if isAtHome(rounds, with: other) { return }
      throw anotherStudy(folder, rounds, other)
    }
    // The file as it was given says nothing of settings such as a seed: it only shows that there are results.
    let signs = [resolvedStudyName, studyFileName, "manifest.json", "runs.csv"]
    guard signs.contains(where: { entryExists("\(folder)/\($0)") }) else { return }
    throw Failure(
      .damaged, file: folder,
      "the runs of \(folder) cannot be read, and nor can \(file), so that nobody knows whose tables there are; "
        + "nothing was changed",
      advice: "Give another folder, or remove the tables that are not needed any more.")
  }

  /// Whether runs of the one study are runs of the other.
  package static func isAtHome(_ rounds: StudyRounds, with other: Study) -> Bool {
    let study = rounds.study
    return study.name == other.name && study.seed == other.seed
      && study.randomNumbers == other.randomNumbers && haveOnePoint(rounds, other)
  }

  /// The keys that are the same in all studies of a folder.
  private static let ownKeys: Set = ["$.study", "$.seed", "$.random_numbers"]

  /// Whether any point of the one study is a point of the other.
  private static func haveOnePoint(_ rounds: StudyRounds, _ other: Study) -> Bool {
    guard rounds.study.placesPoints(as: other),
      let others = try? StudyRounds(other).points
    else { return false }
    let known = Set(others.map(\.identity))
    return rounds.points.contains { known.contains($0.identity) }
  }

  /// - Throws: `Failure` if the folder holds files but no store of ours.
  package static func expectOurs(_ folder: String) throws {
    if !RunStore.exists(in: folder), let example = firstEntry(of: folder) {
      throw Failure(
        .foreignFiles, file: folder,
        "\(folder) already holds files (such as \(example)), but no runs of a study (there is no "
          + "\(RunStore.folderName) folder in it); nothing was changed. Give another folder (\(setting: "folder"))"
      )
    }
  }

  /// That the folder belongs to another study, and what differs.
  ///
  /// - Parameter older: that of the folder; nil if this program cannot read it.
  private static func anotherStudy(
    _ folder: String, _ rounds: StudyRounds, _ older: Study?
  ) -> Failure {
    // Where a point is the same, other keys are in nobody's way.
    let changed = older.map {
      differences(of: rounds.study, from: $0, in: haveOnePoint(rounds, $0) ? Self.ownKeys : nil)
    }
    return Failure(
      .anotherStudy, file: folder,
      "\(folder) belongs to another study; \(changed ?? "this program cannot read it"). A study goes on where "
        + "name, seed, random_numbers and a point are the same: give another folder (\(setting: "folder")), or "
        + "undo the change")
  }

  /// That the folder is for another part of the study, or for all of it; nil is all of it.
  private static func anotherPart(
    _ folder: String, _ found: RoundPart?, _ wanted: RoundPart?
  ) -> Failure {
    func words(_ part: RoundPart?) -> String { part.map { "part \($0)" } ?? "the whole study" }
    return Failure(
      .anotherPart, file: folder,
      "\(folder) is for \(words(found)), not for \(words(wanted)); every part has a folder of its own, and "
        + "'spreadlab merge' joins them: give another folder (\(setting: "folder"))")
  }

  /// Where `spreadlab submit` keeps scripts and parts, inside a results folder.
  package static let clusterFolder = "cluster"

  /// What systems and version control leave in folders that hold nothing.
  private static let leftBySystems: Set = [
    ".gitkeep", ".gitignore", ".DS_Store", "Thumbs.db", "desktop.ini", "lost+found",
  ]

  /// What stands in a folder before its first runs are merged, a plan that a kill left half written included.
  private static let leftBySubmit: Set = [
    clusterFolder, RoundFile.name, DurableFile.temporaryName(of: RoundFile.name),
  ]

  /// A file of a folder that is neither ours nor left there by a system; nil if there is none.
  private static func firstEntry(of folder: String) -> String? {
    (try? folderEntries(folder))?.first { !leftBySystems.union(leftBySubmit).contains($0) }
  }
}
