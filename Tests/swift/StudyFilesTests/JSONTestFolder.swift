import Glibc
import StudyFiles

/// The files of the suite, by name, with their bytes.
enum JSONTestFolder {
  static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted().compactMap { name in
      (try? Study.bytes(ofFile: "\(folder)/\(name)")).map { (name, $0) }
    }
  }
}
