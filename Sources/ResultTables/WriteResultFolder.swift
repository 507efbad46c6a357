import DurableFiles
import PlainText
import RunStore
import SpreadModel
import StudyFiles
import Tables

/// How far the tables of a study are.
package struct TableProgress: Sendable {
  /// Points that are in all tables made point by point.
  package var pointsDone: Int
  package var points: Int
  /// The table of the whole study that is made when all points are done; nil before.
  package var table: String?
  /// Whether more of them is kept than when the command began.
  package var hasAdvanced: Bool
}

/// Writes every table and side file of a results folder from the store, and removes the tables
/// and copies of files of a study that went before.
///
/// All of it is derived: the same store and study give the same bytes, whatever threads, shards
/// or interruptions there were. The files that were there stay until all new ones are whole, and change
/// places with them within milliseconds, the manifest last. Whoever is killed before that leaves a
/// checkpoint, from which the next one goes on.
///
/// - Throws: `WordedError`; the folder is as it was, unless the error comes while files change places.
///
/// - Parameters:
///   - interval: between two checkpoints.
///   - progress: called now and then, from any thread.
package func writeResultFolder(
  _ results: CountedRuns, to folder: String, origin: ManifestOrigin, isPartial: Bool = false,
  checkpointsEvery interval: Duration? = nil,
  progress: @escaping @Sendable (TableProgress) -> Void = { _ in }
) throws -> WrittenResults {
  let folder = try DurableFolder(folder)
  var results = results
  results.threads = origin.threads
  results.keepTimings(of: folder.path)
  try results.addLargeOutbreaks()
  let swap = FileSwap(folder)
  let digest = KeptTables.digest(results, origin)
  let checkpoints = try TableCheckpoints(
    results.study, of: digest, in: folder, isPartial: isPartial,
    every: interval ?? TableCheckpoints.usual)
  let (tables, counts, notes) = try writeTables(
    results, of: digest, to: folder, swap, checkpoints, progress)
  var written = WrittenResults(
    points: results.points.count, runs: counts.runs, failedRuns: counts.failedRuns,
    firstFailure: counts.firstFailure.map { "\($0)" },
    files: tables.filter(\.schema.isReproducible).map(\.file), notes: notes)
  written.files += try writeSideFiles(results, tables: tables, to: folder, swap)
  // These have the same bytes as before.
  written.files += try results.study.writeCopies(to: folder)
  let manifest = manifest(
    written, passing: tables.filter { !$0.schema.isReproducible }.map(\.file), of: results,
    runs: digest, origin: origin, isPartial: isPartial)
  let seal = try ManifestSeal(manifest.text, in: folder)
  // What would be refused is refused while the manifest is there.
  let others = namesToRemove(apartFrom: tables, of: results.study, in: folder)
  for name in others {
    try expectOwn(folder.place(of: name))
    try expectOwn(folder.place(of: DurableFile.temporaryName(of: name)))
  }
  try checkpoints.remove()
  try ManifestSeal.takeAway(from: folder)
  written.removed = try remove(others, from: folder)
  if RunStore.exists(in: folder.path) {
    try CopyNames.remove(others, in: folder.folder(RunStore.folderName))
  }
  try swap.make()
  try seal.put()
  return written
}

/// Writes the tables the study asks for, in the order of the registry.
///
/// - Parameter digest: as `KeptTables.digest`.
private func writeTables(
  _ results: CountedRuns, of digest: String?, to folder: DurableFolder, _ swap: FileSwap,
  _ checkpoints: TableCheckpoints, _ progress: @escaping @Sendable (TableProgress) -> Void
) throws -> (tables: [WrittenTable], RunPass.Counts, notes: [Note]) {
  let asked = ResultTable.all.compactMap { table in
    table.columns(results).map { (table: table, schema: $0.with(results)) }
  }
  let kept = KeptTables(
    asked.map(\.table).filter(\.rows.areOfRuns).map { $0.fileName(in: results.study) },
    of: digest, in: folder
  ).files
  let made = asked.filter { table, _ in kept[table.fileName(in: results.study)] == nil }
  func open(after begun: TableCheckpoint?) throws -> [TableFile] {
    try made.map { table, schema in
      let name = table.fileName(in: results.study)
      return try TableFile(name, schema, in: folder, after: begun?.part(of: name))
    }
  }
  var (begun, opened) = (checkpoints.read(), [TableFile]?.none)
  if let begun { opened = try? open(after: begun) }
  if opened == nil { begun = nil }
  let files = try opened ?? open(after: nil)
  func makers(where isWanted: (String) -> Bool = { _ in true }) -> [RunPass.Maker] {
    made.compactMap { table, _ in
      isWanted(table.fileName(in: results.study)) ? table.rows.maker : nil
    }
  }
  let late = begun.map { begun in makers { begun.part(of: $0) == nil } } ?? []
  let pass = RunPass(results, files, makers(), late: late, from: begun, checkpoints)
  try pass.makeTables(threads: results.threads, progress)
  let writers = TableWriters(files)
  var done = TableCheckpoint(
    pointsDone: results.points.count, counts: pass.counts, finished: begun?.finished ?? [],
    notes: begun?.notes ?? [])
  for (table, schema) in asked {
    guard case .ofStudy(let write) = table.rows, !done.finished.contains(schema.name) else {
      continue
    }
    if checkpoints.isDue { try checkpoints.write(done, files) }
    progress(
      TableProgress(
        pointsDone: results.points.count, points: results.points.count, table: table.schema.name,
        hasAdvanced: checkpoints.hasAdvanced))
    done.notes += try write(results, writers)
    done.finished.append(schema.name)
    try writers.flush()
  }
  if checkpoints.isDue { try checkpoints.write(done, files) }
  var rest = files[...]
  let written = try asked.map { table, schema in
    if let file = kept[table.fileName(in: results.study)] {
      return WrittenTable(schema: schema, file: file)
    }
    return try rest.removeFirst().commit(with: swap)
  }
  return (written, pass.counts, done.notes)
}

/// Removes what the study does not ask for (any more), which would be taken for its own, and what a command
/// that was stopped left of it.
///
/// - Returns: the names of the files that were there.
private func remove(
  _ names: [String], from folder: DurableFolder
) throws(DurableFileError) -> [String] {
  var removed: [String] = []
  for name in names {
    if try folder.remove(name) { removed.append(name) }
    try folder.remove(DurableFile.temporaryName(of: name))
  }
  return removed
}

/// The names of tables of ours which are not those of `tables`, and of copies of files that the study does not
/// name.
private func namesToRemove(
  apartFrom tables: [WrittenTable], of study: Study, in folder: DurableFolder
) -> [String] {
  let kept = Set(tables.map(\.file.name))
  return ResultTable.all.flatMap(\.fileNames).filter { !kept.contains($0) }
    + study.otherCopies(in: folder.path, store: RunStore.folderName)
}

/// The names that files of ours may have in a results folder, apart from a report's.
package let resultFileNames: Set<String> = Set(
  ResultTable.all.flatMap(\.fileNames) + sideFileNames + [manifestName])
