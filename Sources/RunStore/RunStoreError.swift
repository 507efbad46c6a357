package import PlainText

/// Why finished runs cannot be kept or read, worded for the person who started the study.
///
/// What the system refuses is a `DurableFileError`, a store in use `FolderInUse`.
package enum RunStoreError: WordedError, Equatable {
  /// The store holds another study's runs, or another part of this one's.
  case belongsToAnother(folder: String, found: StoreIdentity)
  /// There is no store, or it has no study in it yet.
  case noStudy(folder: String)
  case damaged(DamagedBlock)
  /// A write is under way on another machine, or a crash cut it short; the next writer takes it back.
  case unfinishedWrite(path: String)
  /// Written by a newer version of the program.
  case newerFormat(folder: String, found: Int, supported: Int)
  /// Written by an older version whose format is no longer read.
  case olderFormat(folder: String, found: Int, oldest: Int)
  /// The runs follow another version of the model or of its random numbers.
  case otherModel(folder: String, found: Int, supported: Int)
  /// The runs have a response that this program does not know.
  case unknownResponse(folder: String, String)
  /// The runs of the folder cannot be joined with those that are there.
  case otherResponses(folder: String)
  /// Another store has other results of runs that are there.
  case otherRuns(folder: String, replicates: Range<Int>)
  /// Runs that were made again have other results than those that are there.
  case changedRuns(folder: String, replicates: Range<Int>)
  /// A mistake of ours.
  case internalError(String)

  package var code: ErrorCode {
    switch self {
    case .belongsToAnother: .anotherStudy
    case .noStudy: .noResults
    case .damaged: .damaged
    case .unfinishedWrite: .inUse
    case .newerFormat: .newerFormat
    case .olderFormat: .olderFormat
    case .otherModel: .otherModel
    case .unknownResponse: .unknownResponse
    case .otherResponses: .otherResponses
    case .otherRuns, .changedRuns: .otherRuns
    case .internalError: .internalError
    }
  }

  package var message: CallerText {
    switch self {
    case .belongsToAnother(let folder, let found):
      "\(folder) belongs to another study (digest \(found.digest), part \(found.shard))"
    case .noStudy(let folder): "\(folder) holds no study's runs"
    case .damaged(let block): CallerText(block.description)
    case .unfinishedWrite(let path):
      "\(path) is in use on another machine, or was cut off; wait for it, or give the command that makes the "
        + "runs again, which puts the store in order"
    case .newerFormat(let folder, let found, let supported):
      "the run store of \(folder) has format \(found), this program reads up to \(supported); "
        + "use the newer program that wrote it"
    case .olderFormat(let folder, let found, let oldest):
      "the run store of \(folder) has format \(found), this program reads \(oldest) and later. 'spreadlab compare', "
        + "'diff', 'fit' and 'report' read its tables; for anything else run the study again in another folder, or "
        + "use the older program"
    case .otherModel(let folder, let found, let supported):
      "the runs of \(folder) were made by version \(found) of the model and its random numbers, this "
        + "program has version \(supported), and runs of two versions are never mixed; run the study "
        + "again in another folder, or use the program that wrote it"
    case .unknownResponse(let folder, let name):
      "the runs of \(folder) have the response \"\(name)\", which this program does not know; use the "
        + "newer program that wrote them"
    case .otherRuns(let folder, let replicates):
      "of the replicates \(replicates.lowerBound) to \(replicates.upperBound - 1) of a point, \(folder) has "
        + "other results than those that are there; nothing of it was added. One of the two is damaged, or was "
        + "made by another program: find out which with verify, and make it again"
    case .changedRuns(let folder, let replicates):
      "the replicates \(replicates.lowerBound) to \(replicates.upperBound - 1) of a point were made again to "
        + "record more of them, and gave other results than those in \(folder); nothing of them was kept. The "
        + "runs there are damaged, or were made by another program: give another folder"
    case .otherResponses(let folder):
      "the runs of \(folder) lack something that the study asks of them; make the part again with the "
        + "same study file"
    case .internalError(let problem): "internal error in the run store: \(problem)"
    }
  }

  package var advice: String? {
    guard case .damaged = self else { return nil }
    return "The command that makes its runs, with the same study, puts the store in order."
  }

  package var file: CallerText? {
    switch self {
    case .belongsToAnother(let folder, _), .noStudy(let folder), .newerFormat(let folder, _, _),
      .olderFormat(let folder, _, _), .otherModel(let folder, _, _),
      .unknownResponse(let folder, _),
      .otherResponses(let folder), .otherRuns(let folder, _), .changedRuns(let folder, _):
      CallerText(folder)
    case .damaged(let block): CallerText(block.path)
    case .unfinishedWrite(let path): CallerText(path)
    case .internalError: nil
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
