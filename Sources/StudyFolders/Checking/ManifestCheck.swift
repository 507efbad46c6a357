import Checksums
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
  private(set) var notes: [String] = []
  private(set) var filesChecked = 0
  /// The files the manifest answers for, itself included.
  private(set) var known: Set<String> = []

  private let folder: String
  private let stored: StoredStudy
  private let judgement: StudyJudgement

  /// - Parameter judgement: of the store's runs.
  init(_ stored: StoredStudy, _ judgement: StudyJudgement) throws(FolderError) {
    (folder, self.stored, self.judgement) = (stored.folder, stored, judgement)
    let seal = try translated { try ManifestSeal.digest(in: folder) }
    guard entryExists("\(folder)/\(manifestName)") else {
      tellMissing(wasSealed: seal != nil)
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
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    if let seal, seal != ManifestSeal.text(hash.hexDigest()) {
      faults.append("\(manifestName) was changed after it was written")
    }
    do throws(JSONSyntaxError) {
      let manifest = try JSONReader.read(bytes)
      checkFacts(manifest, isSealed: seal != nil && faults.isEmpty)
      checkFiles(manifest)
    } catch {
      faults.append("\(manifestName) is damaged: \(error.message)")
    }
  }

  /// Without tables that is how a part is, and a study that was stopped.
  private mutating func tellMissing(wasSealed: Bool) {
    let tables = resultFileNames.sorted().filter { entryExists("\(folder)/\($0)") }
    if wasSealed {
      faults.append("\(manifestName) is missing")
    } else if let table = tables.first {
      faults.append(
        "\(manifestName) is missing, though there are tables such as \(table): they were never "
          + "finished")
    } else {
      notes.append("there are no tables yet")
    }
  }

  // MARK: What the manifest says of the study

  private mutating func checkFacts(_ manifest: JSONValue, isSealed: Bool) {
    expect(manifest, "format", .string("spreadlab-results"))
    expect(manifest, "format_version", .int(formatVersion))
    expect(manifest, "results_version", .int(resultsVersion))
    let study = stored.study
    let facts: [(String, JSONText)] = [
      ("study", .string(study.name)), ("study_digest", .string(study.digest)),
      ("seed", .int(Int(study.seed))), ("part", .string(stored.plan.shard.description)),
      ("complete", .bool(judgement.isAll(of: stored.plan))),
    ]
    let wrong = facts.filter { key, wanted in Self.text(manifest, key) != wanted }
    let (runs, found) = (
      manifest[key: "counts"]?[key: "runs"]?.number?.integer, judgement.found.reduce(0, +)
    )
    let points = manifest[key: "counts"]?[key: "points"]?.number?.integer
    guard let runs, let points else {
      faults.append("\(manifestName) is damaged: it has no counts")
      return
    }
    if found < runs {
      faults.append("the tables count \(plural(runs, "run")), but the store holds only \(found)")
    } else if isSealed {
      // It is as it was written: then it was the study that went on.
      if !wrong.isEmpty || found > runs {
        notes.append(
          "the tables are older than the runs: they count \(runs) of \(found); 'spreadlab "
            + "analyze' writes them again")
      }
    } else {
      for (key, wanted) in wrong {
        faults.append(
          "\(manifestName): \(key) differs from the store, which has \(wanted.compactText)")
      }
      if runs != found || points != stored.plan.points.count {
        faults.append("\(manifestName): its counts differ from those of the store")
      }
    }
  }

  private mutating func expect(_ manifest: JSONValue, _ key: String, _ wanted: JSONText) {
    let found = Self.text(manifest, key)
    guard found != wanted else { return }
    faults.append(
      "\(manifestName) has \(key) \(found?.compactText ?? "nowhere"), this program writes "
        + "\(wanted.compactText): 'spreadlab analyze' writes the tables again")
  }

  private static func text(_ manifest: JSONValue, _ key: String) -> JSONText? {
    manifest[key: key].map { JSONText($0) }
  }

  // MARK: The files it lists

  private mutating func checkFiles(_ manifest: JSONValue) {
    let files =
      (manifest[key: "files"]?.elements ?? [])
      + (manifest[key: "times"]?[key: "files"]?.elements ?? [])
    for file in files {
      guard let name = file[key: "name"]?.string, let wanted = file[key: "sha256"]?.string,
        let bytes = file[key: "bytes"]?.number?.integer
      else {
        faults.append("\(manifestName) is damaged: a file without name, size or digest")
        continue
      }
      // Names of our files; a path could lead anywhere.
      guard resultFileNames.union(stored.study.copyNames).contains(name), name != manifestName
      else {
        faults.append("\(manifestName) is damaged: \(name) is not the name of a results file")
        continue
      }
      known.insert(name)
      filesChecked += 1
      do throws(DurableFileError) {
        let path = "\(folder)/\(name)"
        let (size, digest) = (try ReadableFile(path, .found).size, try fileDigest(path))
        if size != bytes || digest != wanted {
          faults.append("\(name) was changed after it was written")
        }
      } catch {
        faults.append("\(name) is missing or cannot be read: \(error.problem)")
      }
    }
    for name in sideFileNames + stored.study.copyNames where !known.contains(name) {
      faults.append("\(manifestName) is damaged: it does not list \(name)")
    }
  }
}
