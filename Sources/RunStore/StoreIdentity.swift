internal import Foundation
import SpreadModel

/// The study that was asked for last in a store, and what it asks to be recorded of each run.
package struct StoreIdentity: Sendable, Equatable {
  /// Digest of all that decides the study's results.
  package var digest: String
  /// Which part of the study the store is for, such as "1/1".
  package var shard: String
  /// The study with every default filled in, as JSON.
  package var study: [UInt8]
  /// Version of the model's and the random numbers' definition the runs were made with.
  package var modelVersion: Int
  package var recording: Recording

  package init(
    digest: String, shard: String, study: [UInt8], modelVersion: Int = SpreadModel.modelVersion,
    recording: Recording
  ) {
    self.digest = digest
    self.shard = shard
    self.study = study
    self.modelVersion = modelVersion
    self.recording = recording
  }

  /// Whether runs of the other store are runs of this one.
  func matches(_ other: StoreIdentity) -> Bool {
    digest == other.digest && shard == other.shard
  }
}

extension StoreIdentity {
  var encoded: Data {
    var writer = ByteWriter()
    writer.varint(UInt64(modelVersion))
    for text in [Array(digest.utf8), Array(shard.utf8), study, Array(recording.text.utf8)] {
      writer.varint(UInt64(text.count))
      writer.bytes(text)
    }
    return writer.take(BlockChecksum())
  }

  /// - Throws: `RunStoreError.damaged` for bytes that no writer wrote, `otherModel` and
  ///   `unknownResponse` for runs that this program cannot go on with or read.
  init(encoded: Data, of database: StoreDatabase) throws {
    let parts: (modelVersion: Int, texts: [[UInt8]])
    do throws(MalformedBytes) { parts = try Self.parts(of: encoded) } catch {
      throw database.damaged("its study cannot be read: \(error.problem)")
    }
    guard parts.modelVersion == SpreadModel.modelVersion else {
      throw RunStoreError.otherModel(
        folder: database.results, found: parts.modelVersion, supported: SpreadModel.modelVersion)
    }
    let texts = parts.texts.map { String(decoding: $0, as: UTF8.self) }
    let recording: Recording
    do { recording = try Recording(text: texts[3], of: database) } catch let error as MalformedBytes
    {
      throw database.damaged("its study cannot be read: \(error.problem)")
    }
    self.init(
      digest: texts[0], shard: texts[1], study: parts.texts[2], modelVersion: parts.modelVersion,
      recording: recording)
  }

  private static func parts(
    of encoded: Data
  ) throws(MalformedBytes) -> (modelVersion: Int, texts: [[UInt8]]) {
    let result = encoded.withUnsafeBytes { bytes in
      Result { () throws(MalformedBytes) in
        var reader = try ByteReader(bytes, BlockChecksum())
        let modelVersion = Int(clamping: try reader.varint())
        var texts: [[UInt8]] = []
        for _ in 0..<4 { texts.append(try reader.bytes(try reader.length(bytesEach: 1))) }
        try reader.expectEnd()
        return (modelVersion, texts)
      }
    }
    return try result.get()
  }
}
