internal import Glibc

/// Limits by control groups (versions 1 and 2): of those this process is in and of all above them,
/// because each of them holds for what is below it.
struct ControlGroups {
  /// What stands before `/proc` and `/sys`; for tests.
  let root: String

  /// The texts of the files that say a limit, group by group; those that are not there are empty.
  ///
  /// - Parameters:
  ///   - file: its name in version 2.
  ///   - controller: of version 1, with the names of the files there; their texts are joined.
  func texts(_ file: String, controller: String, _ files: [String]) -> [String] {
    var texts: [String] = []
    for line in text(of: root + "/proc/self/cgroup").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      var group = String(fields[2])
      while true {
        if controllers.isEmpty {
          texts.append(text(of: "\(root)/sys/fs/cgroup\(group)/\(file)"))
        } else if controllers.contains(Substring(controller)) {
          for mount in Set([String(fields[1]), controller]) {
            let folder = "\(root)/sys/fs/cgroup/\(mount)\(group)"
            texts.append(files.map { text(of: "\(folder)/\($0)") }.joined(separator: " "))
          }
        }
        guard let slash = group.lastIndex(of: "/") else { break }
        group = String(group[..<slash])
      }
    }
    return texts
  }

  /// A small file; empty if it cannot be read.
  func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
  }
}

/// A whole number in the environment; nil if there is none.
func environmentNumber(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}
