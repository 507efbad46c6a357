internal import Foundation

/// Which study's runs a store holds. Runs of two studies are never mixed.
package struct StoreIdentity: Sendable, Equatable {
  /// Digest of all that decides the study's results.
  package var digest: String
  /// Which part of the study the store is for, such as "1/1".
  package var shard: String
  /// The study with every default filled in, as JSON.
  package var study: [UInt8]
  /// Version of the model's and the random numbers' definition the runs were made with.
  package var resultsVersion: Int

  package init(digest: String, shard: String, study: [UInt8], resultsVersion: Int = 1) {
    self.digest = digest
    self.shard = shard
    self.study = study
    self.resultsVersion = resultsVersion
  }

  /// Whether runs of the other store are runs of this one.
  func matches(_ other: StoreIdentity) -> Bool {
    digest == other.digest && shard == other.shard && resultsVersion == other.resultsVersion
  }
}

extension StoreIdentity {
  var encoded: Data {
    var writer = ByteWriter()
    writer.varint(UInt64(resultsVersion))
    for text in [Array(digest.utf8), Array(shard.utf8), study] {
      writer.varint(UInt64(text.count))
      writer.bytes(text)
    }
    return writer.take(BlockChecksum())
  }

  init(encoded: Data) throws(MalformedBytes) {
    let result = encoded.withUnsafeBytes { bytes in
      Result { () throws(MalformedBytes) in
        var reader = try ByteReader(bytes, BlockChecksum())
        let version = Int(clamping: try reader.varint())
        let texts = [
          try reader.bytes(try reader.length(bytesEach: 1)),
          try reader.bytes(try reader.length(bytesEach: 1)),
          try reader.bytes(try reader.length(bytesEach: 1)),
        ]
        try reader.expectEnd()
        return StoreIdentity(
          digest: String(decoding: texts[0], as: UTF8.self),
          shard: String(decoding: texts[1], as: UTF8.self), study: texts[2],
          resultsVersion: version)
      }
    }
    self = try result.get()
  }
}
