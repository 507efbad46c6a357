import Checksums
import Glibc
import StudyFiles

/// Compares every file of a results folder with the digest the manifest gives for it.
///
/// - Throws: `CommandFailure` if there is no manifest to compare with.
func verifyFiles(in folder: String) throws -> (checked: Int, faults: [String]) {
  let manifest: JSONValue
  do throws(StudyFileError) {
    let bytes = try Study.bytes(ofFile: folder + "/manifest.json")
    do throws(JSONSyntaxError) { manifest = try JSONReader.read(bytes) } catch {
      return (0, ["manifest.json is damaged: \(error.message)"])
    }
  } catch {
    return (0, ["manifest.json is missing: the tables were never finished"])
  }
  var faults: [String] = []
  let files = manifest[key: "files"]?.elements ?? []
  for file in files {
    guard let name = file[key: "name"]?.string, let wanted = file[key: "sha256"]?.string else {
      faults.append("manifest.json is damaged: a file without name or digest")
      continue
    }
    guard let found = digest(ofFile: "\(folder)/\(name)") else {
      faults.append("\(name) is missing or cannot be read")
      continue
    }
    if found != wanted { faults.append("\(name) is not as it was written") }
  }
  return (files.count, faults)
}

/// SHA-256 of a file; nil if it cannot be read.
private func digest(ofFile path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var hash = SHA256()
  var buffer = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { return nil }
    guard count > 0 else { return hash.hexDigest() }
    hash.update(buffer[..<count])
  }
}
