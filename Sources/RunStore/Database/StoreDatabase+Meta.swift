internal import Foundation

extension StoreDatabase {
  private static let identityName = "identity"

  /// - Throws: `damaged` if it is not there or not as written, `otherModel`, `unknownResponse`.
  func identity() throws -> StoreIdentity {
    guard let bytes = try meta(Self.identityName) else { throw damaged("its study is missing") }
    return try StoreIdentity(encoded: Data(bytes), of: self)
  }

  static func setIdentity(_ identity: StoreIdentity, in db: SQLite) throws {
    try setMeta(identityName, to: [UInt8](identity.encoded), in: db)
  }

  func meta(_ name: String) throws -> [UInt8]? {
    let stored = try read { db in
      try db.first("SELECT value FROM meta WHERE name = ?", [.text(name)]) { try $0.bytes(0) }
    }
    do throws(MalformedBytes) { return try stored.map(Self.unsealed) } catch {
      throw damaged("the value \"\(name)\" cannot be read: \(error.problem)")
    }
  }

  static func setMeta(_ name: String, to value: [UInt8], in db: SQLite) throws {
    try db.run(
      "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)",
      [.text(name), .bytes(sealed(value))])
  }

  /// Bytes with their checksum behind them.
  static func sealed(_ value: [UInt8]) -> Data {
    var writer = ByteWriter()
    writer.bytes(value)
    return writer.take(BlockChecksum())
  }

  static func unsealed(_ stored: Data) throws(MalformedBytes) -> [UInt8] {
    let result = stored.withUnsafeBytes { bytes in
      Result { () throws(MalformedBytes) in
        var reader = try ByteReader(bytes, BlockChecksum())
        return try reader.bytes(reader.left)
      }
    }
    return try result.get()
  }

  /// Names and values of all that can be read.
  func readableMeta() throws -> [(name: String, value: [UInt8])] {
    let names = try read { db in try db.all("SELECT name FROM meta") { $0.text(0) ?? "" } }
    var values: [(String, [UInt8])] = []
    for name in names {
      do {
        if let value = try meta(name) { values.append((name, value)) }
      } catch RunStoreError.damaged {}
    }
    return values
  }

  func damaged(_ problem: String) -> RunStoreError { .damaged(damage(problem)) }

  /// Damage that is not in one block.
  func damage(_ problem: String) -> DamagedBlock {
    DamagedBlock(path: path, point: nil, replicates: nil, problem: problem)
  }

  func damage(of block: EncodedBlock, _ problem: String) -> DamagedBlock {
    DamagedBlock(
      path: path, point: block.point, replicates: block.replicates, problem: problem)
  }
}
