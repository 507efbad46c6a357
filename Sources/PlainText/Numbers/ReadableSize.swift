/// "120 bytes", "12 KB", "3.4 MB" (powers of 1000).
package func size(_ bytes: Double) -> String {
  switch bytes {
  case ..<1e3: "\(readable(bytes.rounded(.up))) bytes"
  case ..<1e6: "\(readable((bytes / 1e3).rounded(.up))) KB"
  case ..<1e9: "\((bytes / 1e5).rounded() / 10) MB"
  default: "\((bytes / 1e8).rounded() / 10) GB"
  }
}
