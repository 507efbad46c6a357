import DurableFiles
import PlainText
import ResultTables
import StudyFiles
import StudyRuns

/// The manifest of a folder against its seal, against the files it lists, and against what the store
/// and its study say.
struct ManifestCheck {
  private(set) var faults: [String] = []
  /// What is no fault and must be known.
  private(set) var notes: [Note] = []
  private(set) var filesChecked = 0
  /// The files the manifest answers for, itself included.
  private(set) var known: Set<String> = []
  /// As it was read; nil if it could not be.
  private(set) var manifest: JSONValue?
  /// Its bytes, which change when tables are written; nil if there were none.
  private(set) var bytes: [UInt8]?
  /// The files it lists that are the same for the same study.
  private(set) var files: [WrittenFile] = []

  private let folder: String

  /// - Parameter runs: of the folder's store, and what they answer; nil of tables without their store,
  ///   whose manifest has no seal.
  init(_ folder: String, _ runs: (stored: FolderStudy, judgement: StudyJudgement)?)
    throws
  {
    self.folder = folder
    let seal = try ManifestSeal.read(in: folder)
    guard entryExists("\(folder)/\(manifestName)") else {
      explainMissing(wasSealed: seal != nil)
      return
    }
    known = [manifestName]
    let bytes: [UInt8]
    do throws(DurableFileError) {
      bytes = try ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found)
    } catch {
      faults.append("\(manifestName) is damaged: \(error.problem)")
      return
    }
    self.bytes = bytes
    if runs != nil { check(seal, of: bytes) }
    let manifest: JSONValue
    do throws(JSONSyntaxError) { manifest = try JSONReader.read(bytes) } catch {
      faults.append("\(manifestName) is damaged: \(error.message)")
      return
    }
    self.manifest = manifest
    expect(manifest, "format", .string("spreadlab-results"))
    expect(manifest, "format_version", .int(formatVersion))
    expect(manifest, "results_version", .int(resultsVersion))
    if let runs, faults.isEmpty { checkFacts(manifest, runs.stored, runs.judgement) }
    checkFiles(manifest, copies: runs?.stored.study.copyNames ?? [])
  }

  /// Without tables that is how a part is, and a study that was stopped.
  private mutating func explainMissing(wasSealed: Bool) {
    let tables = resultFileNames.sorted().filter { entryExists("\(folder)/\($0)") }
    if wasSealed {
      faults.append("\(manifestName) is missing")
    } else if let table = tables.first {
      faults.append(
        "\(manifestName) is missing, though there are tables such as \(table): they were never "
          + "finished")
    } else {
      notes.append(Note(.noTablesYet, file: folder, "there are no tables yet"))
    }
  }

  private mutating func check(_ seal: String?, of manifest: [UInt8]) {
    if seal == nil {
      faults.append(
        "\(manifestName) has lost its seal, .store/\(ManifestSeal.name): what it says cannot be "
          + "checked")
    } else if seal != ManifestSeal.text(of: manifest) {
      faults.append("\(manifestName) was changed after it was written")
    }
  }

  // MARK: What the manifest says of the study

  /// It is as it was written: where the store differs, the study went on.
  private mutating func checkFacts(
    _ manifest: JSONValue, _ stored: FolderStudy, _ judgement: StudyJudgement
  ) {
    guard let tables = TabledStudy(manifest, in: stored) else {
      faults.append("\(manifestName) is damaged: it has no counts")
      return
    }
    let (found, runs) = (judgement.foundInTables, tables.runs)
    // The runs of a study that went on, or back, are not those that the tables count.
    if found < runs, tables.isAsked {
      faults.append("the tables count \(plural(runs, "run")), but the store holds only \(found)")
    } else if !tables.isAsked || found > runs
      || tables.isComplete != (judgement.isComplete && stored.rounds.part == nil)
    {
      notes.append(
        Note(
          .olderTables, file: folder,
          "the tables are older than the runs: they "
            + (runs < found
              ? "count \(runs) of \(found)" : "are those of the study as it was before")
            + "; 'spreadlab analyze' writes them again"))
    }
  }

  private mutating func expect(_ manifest: JSONValue, _ key: String, _ wanted: JSONText) {
    let found = manifest[key: key].map { JSONText($0) }
    guard found != wanted else { return }
    faults.append(
      "\(manifestName) has \(key) \(found?.compactText ?? "nowhere"), this program writes "
        + "\(wanted.compactText): 'spreadlab analyze' writes the tables again")
  }

  // MARK: The files it lists

  private mutating func checkFiles(_ manifest: JSONValue, copies: [String]) {
    let lists = [manifest, manifest[key: "times"]].map { $0?[key: "files"]?.elements ?? [] }
    for (index, file) in lists.enumerated().flatMap({ list in list.element.map { (list.offset, $0) }
    }) {
      guard let name = file[key: "name"]?.string, let wanted = file[key: "sha256"]?.string,
        let bytes = file[key: "bytes"]?.number?.integer
      else {
        faults.append("\(manifestName) is damaged: a file without name, size or digest")
        continue
      }
      // Copies of edge files have any name; a path could lead anywhere.
      guard !name.isEmpty, !name.contains("/"), ![".", "..", manifestName].contains(name) else {
        faults.append("\(manifestName) is damaged: \(name) is not the name of a results file")
        continue
      }
      known.insert(name)
      filesChecked += 1
      let path = "\(folder)/\(name)"
      if index == 0 { files.append(WrittenFile(path: path, bytes: bytes, sha256: wanted)) }
      do throws(DurableFileError) {
        let size = try ReadableFile(path, .found).size
        let digest = try ReadableFile.digest(of: path, .found)
        if size != bytes || digest != wanted {
          faults.append("\(name) was changed after it was written")
        }
      } catch {
        faults.append("\(name) is missing or cannot be read: \(error.problem)")
      }
    }
    for name in sideFileNames + copies where !known.contains(name) {
      faults.append("\(manifestName) is damaged: it does not list \(name)")
    }
  }
}
