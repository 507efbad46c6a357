import Checksums
import DurableFiles
import PlainText
import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The tables of a folder that hold runs alone and are there as they would be written again: they stay.
///
/// The manifest has the digest of all that decides their bytes, and that of each file. So another analysis of the same
/// runs reads them once and writes only what it changes. What is in doubt is written again.
struct KeptTables {
  /// By name.
  let files: [String: WrittenFile]

  /// - Parameters:
  ///   - names: of the files.
  ///   - digest: as `digest(_:_:)`, of the runs there are now.
  init(_ names: [String], of digest: String?, in folder: DurableFolder) {
    var files: [String: WrittenFile] = [:]
    let place = folder.place(of: manifestName)
    if let digest, let bytes = try? ReadableFile.bytes(of: place, .found),
      (try? ManifestSeal.read(in: folder.path)) == ManifestSeal.text(of: bytes),
      let manifest = try? JSONReader.read(bytes), manifest[key: "runs_digest"]?.string == digest
    {
      for file in manifest[key: "files"]?.elements ?? [] {
        guard let name = file[key: "name"]?.string, names.contains(name),
          let size = file[key: "bytes"]?.number?.integer, let sha256 = file[key: "sha256"]?.string
        else { continue }
        let path = folder.place(of: name)
        // What a process that was killed began is gone on with, or taken away.
        guard !entryExists(folder.place(of: DurableFile.temporaryName(of: name))),
          (try? expectOwn(path)) != nil, (try? ReadableFile.digest(of: path, .found)) == sha256
        else { continue }
        files[name] = WrittenFile(path: path, bytes: size, sha256: sha256)
      }
    }
    self.files = files
  }

  /// The digest of all that decides a byte of tables of runs: program, study without its analysis, and which runs
  /// count.
  ///
  /// - Returns: nil where runs are missing: their number does not determine which.
  static func digest(_ results: CountedRuns, _ origin: ManifestOrigin) -> String? {
    guard results.points.allSatisfy({ $0.found == $0.counted.count }) else { return nil }
    var hash = SHA256()
    func add(_ text: String) { hash.update(Array("\(text)\n".utf8)) }
    add("\(origin.toolVersion) \(origin.commit) \(GSL.version) \(resultsVersion) \(formatVersion)")
    add(results.study.runsJSON.compactText)
    add("\(results.part) \(results.responses.names.joined(separator: ","))")
    for result in results.points {
      add(
        "\(result.point.identity) \(result.counted) \(result.converged.map(String.init) ?? "")")
    }
    return hash.hexDigest()
  }
}
