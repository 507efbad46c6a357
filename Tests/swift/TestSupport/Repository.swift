package import Foundation

/// The checkout that the tests were built from.
package enum Repository {
  package static let root = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// A file of `Tests/data`.
  package static func data(_ name: String) -> URL { root.appending(path: "Tests/data/\(name)") }
}
