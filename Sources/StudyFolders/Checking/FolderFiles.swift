import Checksums
import DurableFiles
import StudyFiles

/// Compares every file of a results folder with the digest the manifest gives for it.
func verifyFiles(in folder: String) -> (checked: Int, faults: [String]) {
  let manifest: JSONValue
  do throws(DurableFileError) {
    let bytes = try ReadableFile.bytes(of: folder + "/manifest.json", .found)
    do throws(JSONSyntaxError) { manifest = try JSONReader.read(bytes) } catch {
      return (0, ["manifest.json is damaged: \(error.message)"])
    }
  } catch {
    return (
      0,
      [
        error.isForeign
          ? "manifest.json is damaged: \(error.problem)"
          : "manifest.json is missing: the tables were never finished"
      ]
    )
  }
  var faults: [String] = []
  let files = manifest[key: "files"]?.elements ?? []
  for file in files {
    guard let name = file[key: "name"]?.string, let wanted = file[key: "sha256"]?.string else {
      faults.append("manifest.json is damaged: a file without name or digest")
      continue
    }
    // Names of our files; a path could lead anywhere.
    guard !name.contains("/"), ![".", ".."].contains(name) else {
      faults.append("manifest.json is damaged: \(name) is no name of a file in the folder")
      continue
    }
    do throws(DurableFileError) {
      if try digest(ofFile: "\(folder)/\(name)") != wanted {
        faults.append("\(name) is not as it was written")
      }
    } catch {
      faults.append("\(name) is missing or cannot be read: \(error.problem)")
    }
  }
  return (files.count, faults)
}

private func digest(ofFile path: String) throws(DurableFileError) -> String {
  var hash = SHA256()
  try ReadableFile(path, .found).forEachPiece { hash.update($0) }
  return hash.hexDigest()
}
