import DurableFiles
import Glibc
package import PlainText
package import RunStore
import SpreadModel
package import StudyFiles

/// The results folder of a study: its store, opened for the study that belongs there.
package enum StudyFolder {
  /// Opens the folder for writing: a new one, or one of the same study, or of a study that this
  /// one only adds to (more replicates, more points). Files of edges are kept there.
  ///
  /// - Parameter mayGoOn: whether the folder may be of a study that this one adds to.
  /// - Throws: `WordedError`; nothing is changed in a folder that is refused.
  package static func open(
    _ rounds: StudyRounds, at folder: String, mayGoOn: Bool = true
  ) throws -> RunStore {
    let store = try openStore(rounds, at: folder, mayGoOn)
    guard !rounds.study.copyNames.isEmpty else { return store }
    try rounds.study.writeCopies(to: try DurableFolder(folder), onlyMissing: true)
    return store
  }

  private static func openStore(
    _ rounds: StudyRounds, at folder: String, _ mayGoOn: Bool
  ) throws -> RunStore {
    try expectOurs(folder)
    let study = rounds.study
    let identity = StoreIdentity(
      digest: study.digest, shard: rounds.part.name, study: study.resolvedJSON,
      responses: study.storedResponses)
    do {
      return try RunStore.open(folder: folder, study: identity, mode: .resume)
    } catch RunStoreError.belongsToAnother(let found) {
      let former = try RunStore.open(folder: folder, mode: .readOnly).formerIdentity()
      if let objection = objection(
        to: rounds, in: folder, of: found, former: former, mayGoOn: mayGoOn)
      {
        throw objection
      }
      // `analyze`, which finished the study, writes nothing to the store.
      if former != nil, isFinished(found, in: folder) {
        let finished = try RunStore.open(folder: folder, mode: .resume)
        try finished.forgetFormerIdentity()
        try finished.close()
      }
      return try RunStore.open(folder: folder, study: identity, mode: .extend)
    }
  }

  /// Why a folder with runs is not one for these; nil where it is.
  ///
  /// - Parameters:
  ///   - found: the study of its store.
  ///   - former: the study that the store can go back to.
  ///   - mayGoOn: whether it may be of a study that this one adds to.
  package static func objection(
    to rounds: StudyRounds, in folder: String, of found: StoreIdentity, former: StoreIdentity?,
    mayGoOn: Bool
  ) -> Failure? {
    let study = rounds.study
    let older = readStudy(found, folder: folder)
    guard found.shard == rounds.part.name else {
      return found.digest == study.digest
        ? anotherPart(folder, RoundPart(found.shard), rounds.part)
        : anotherStudy(folder, study, older, isWhole: false)
    }
    if found.digest == study.digest { return nil }
    guard mayGoOn else { return anotherStudy(folder, study, older) }
    let former = isFinished(found, in: folder) ? nil : former
    let mayBe = [older, former.flatMap { readStudy($0, folder: folder) }].compactMap(\.self)
    if mayBe.contains(where: { $0.digest == study.digest }) { return nil }
    guard mayBe.contains(where: { rounds.onlyAdds(to: $0) }) else {
      return anotherStudy(folder, study, older)
    }
    // Another version of the program may have kept less of each run.
    let kept = found.responses.responses
    return study.storedResponses.responses.first { !kept.contains($0) }.map { lacking in
      Failure(
        .anotherStudy, file: folder,
        "\(folder) cannot go on: its runs were stored without the response \(lacking.name), which those of "
          + "this study have; give another folder (\(setting: "folder"))")
    }
  }

  /// Whether there are tables of all runs of the study.
  private static func isFinished(_ study: StoreIdentity, in folder: String) -> Bool {
    guard let bytes = try? ReadableFile.bytes(of: "\(folder)/manifest.json", .found),
      let manifest = try? JSONReader.read(bytes)
    else { return false }
    return manifest[key: "complete"]?.content == .bool(true)
      && manifest[key: "study_digest"]?.string == study.digest
  }

  /// - Throws: `Failure` if the folder holds files but no store of ours.
  package static func expectOurs(_ folder: String) throws {
    if !RunStore.exists(in: folder), let example = firstEntry(of: folder) {
      throw Failure(
        .foreignFiles, file: folder,
        "\(folder) already holds files that are not a study's results (such as \(example)); nothing "
          + "was changed. Give another folder (\(setting: "folder"))")
    }
  }

  /// That the folder belongs to another study, and what differs.
  ///
  /// - Parameters:
  ///   - older: that of the folder; nil if this program cannot read it.
  ///   - isWhole: whether the folder is for all of it.
  package static func anotherStudy(
    _ folder: String, _ study: Study, _ older: Study?, isWhole: Bool = true
  ) -> Failure {
    let changed = older.map { differences(of: study, from: $0, besidesName: true) }
    if isWhole, let older, let changed, (try? StudyRounds(study))?.onlyAdds(to: older) == true {
      return Failure(
        .anotherStudy, file: folder,
        "\(folder) has the study as it was before; \(changed). Parts are not added to it: 'spreadlab run' "
          + "adds the runs, without parts, or give another folder (\(setting: "folder"))")
    }
    return Failure(
      .anotherStudy, file: folder,
      "\(folder) belongs to another study; \(changed ?? "this program cannot read it"). Runs of two "
        + "studies are never mixed: give another folder (\(setting: "folder")), or undo the change")
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

  /// The study a store belongs to; nil if this program cannot read it.
  private static func readStudy(_ identity: StoreIdentity, folder: String) -> Study? {
    try? Study.parse(bytes: identity.study, file: "\(folder)/.store", isStored: true)
  }

  /// Where `spreadlab submit` keeps scripts and parts, inside a results folder.
  package static let clusterFolder = "cluster"

  /// What systems and version control leave in folders that hold nothing.
  private static let leftBySystems: Set = [
    ".", "..", ".gitkeep", ".gitignore", ".DS_Store", "Thumbs.db", "desktop.ini", "lost+found",
  ]

  /// What stands in a folder before its first runs are merged, a plan that a kill left half written included.
  private static let leftBySubmit: Set = [
    clusterFolder, RoundFile.name, DurableFile.temporaryName(of: RoundFile.name),
  ]

  /// The first file of a folder that is neither ours nor left there by a system; nil if there is none.
  private static func firstEntry(of folder: String) -> String? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !leftBySystems.contains(name), !leftBySubmit.contains(name) { return name }
    }
    return nil
  }
}

extension StudyRounds {
  /// Whether all runs of the older study are runs of this one too, with the same results.
  package func onlyAdds(to older: Study) -> Bool {
    // Calibrations of other data begin with the same draws, and go on with others.
    if study.calibration != nil || older.calibration != nil { return study.continues(older) }
    guard older.seed == study.seed, older.randomNumbers == study.randomNumbers,
      older.record.withoutCurves == study.record.withoutCurves,
      older.identityResponses == study.identityResponses,
      older.storedResponses == study.storedResponses,
      study.designContinues(older) || study.hasFurtherReplicates(than: older),
      let oldPoints = older.validPoints
    else { return false }
    return Set(oldPoints.map(\.identity)).isSubset(of: plan.points.map(\.identity))
  }
}

extension Record {
  /// Without what needs further runs alone.
  fileprivate var withoutCurves: Record {
    var record = self
    record.finalSizeCurves = nil
    return record
  }
}

extension Study {
  /// Whether both have fixed numbers of replicates, and this one at least as many.
  fileprivate func hasFurtherReplicates(than older: Study) -> Bool {
    !isAdaptive && !older.isAdaptive && older.replicates.most <= replicates.most
  }

  /// The points; nil if they are not valid.
  fileprivate var validPoints: [Point]? {
    try? points()
  }
}
