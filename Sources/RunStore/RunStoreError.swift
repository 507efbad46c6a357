/// Why finished runs cannot be kept or read, worded for the person who started the study.
package enum RunStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another process writes to the store; `pid` is 0 where it could not be read.
  case inUse(pid: Int32, host: String)
  /// The store holds another study's runs, or another part of this one's.
  case belongsToAnother(found: StoreIdentity)
  /// There is no store, or it has no study in it yet.
  case noStudy(folder: String)
  /// The system or SQLite could not read or write.
  case ioError(path: String, message: String, neededBytes: Int?, freeBytes: Int?)
  case damaged(DamagedBlock)
  /// A link, pipe or the like stands where a file or folder of the store is expected.
  case foreign(path: String, problem: String)
  /// Written by a newer version of the program.
  case newerFormat(found: Int, supported: Int)
  /// Written by an older version whose format is no longer read.
  case olderFormat(found: Int, oldest: Int)
  /// The runs follow another version of the model's law or its random numbers.
  case otherLaw(found: Int, supported: Int)
  /// The runs have a response that this program does not know.
  case unknownResponse(String)
  /// The runs of the folder cannot be joined with those that are there.
  case otherResponses(folder: String)
  /// A mistake of ours.
  case internalError(String)

  package var description: String {
    switch self {
    case .inUse(let pid, let host):
      let who = pid > 0 ? "process \(pid) on \(host)" : "another process"
      return "the results folder is in use by \(who); wait for it, or give another folder"
    case .belongsToAnother(let found):
      return "the results folder belongs to another study (digest \(found.digest), part "
        + "\(found.shard))"
    case .noStudy(let folder): return "\(folder) holds no study's runs"
    case .ioError(let path, let message, let neededBytes, let freeBytes):
      var text = "\(path): \(message)"
      if let neededBytes { text += "; \(neededBytes) bytes needed" }
      if let freeBytes { text += ", \(freeBytes) bytes free" }
      return text
    case .damaged(let block): return block.description
    case .foreign(let path, let problem): return "\(path): \(problem)"
    case .newerFormat(let found, let supported):
      return "the run store has format \(found), this program reads up to \(supported); "
        + "use the newer program that wrote it"
    case .olderFormat(let found, let oldest):
      return "the run store has format \(found), this program reads \(oldest) and later; "
        + "run the study again in another folder, or use the older program"
    case .otherLaw(let found, let supported):
      return "the runs were made by version \(found) of the model and its random numbers, this "
        + "program has version \(supported), and runs of two versions are never mixed; run the study "
        + "again in another folder, or use the program that wrote it"
    case .unknownResponse(let name):
      return "the runs have the response \"\(name)\", which this program does not know; use the "
        + "newer program that wrote them"
    case .otherResponses(let folder):
      return "the runs of \(folder) have different responses from those they would be joined "
        + "with, so another version of the program made them; make all parts with one version"
    case .internalError(let message): return "internal error in the run store: \(message)"
    }
  }
}

/// Part of a store that is not as it was written.
package struct DamagedBlock: Sendable, Hashable, CustomStringConvertible {
  package let path: String
  /// The point's identity and its replicates; nil where the damage is not in a block.
  package let point: UInt64?
  package let replicates: Range<Int>?
  package let problem: String

  package init(path: String, point: UInt64?, replicates: Range<Int>?, problem: String) {
    self.path = path
    self.point = point
    self.replicates = replicates
    self.problem = problem
  }

  package var description: String {
    guard let point, let replicates else { return "\(path) is damaged: \(problem)" }
    let identity = String(point, radix: 16)
    return "\(path) is damaged: block of point \(identity), replicates "
      + "\(replicates.lowerBound)...\(replicates.upperBound - 1): \(problem)"
  }
}
