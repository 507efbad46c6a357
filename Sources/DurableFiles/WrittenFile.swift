/// A finished file: what a manifest says of it.
package struct WrittenFile: Hashable, Sendable {
  package let path: String
  /// Bytes on disk.
  package let bytes: Int
  /// SHA-256 of these bytes, 64 hexadecimal digits.
  package let sha256: String

  package init(path: String, bytes: Int, sha256: String) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
