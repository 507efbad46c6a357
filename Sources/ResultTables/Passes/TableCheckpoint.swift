import Checksums
import DurableFiles
import PlainText
import RunStore
import Statistics
import StudyFiles
import Synchronization
import Tables

/// How much of a folder's tables is made: after a kill the next command goes on from there.
///
/// Tables that are made point by point have whole points; tables of the whole study are whole or empty.
struct TableCheckpoint {
  /// Points that are in all tables made point by point.
  var pointsDone: Int
  /// The runs of these points.
  var counts: RunPass.Counts
  /// Tables of the whole study that are finished, by name.
  var finished: [String] = []
  /// What readers must know of these.
  var notes: [Note] = []
  /// What is there of each table, under its temporary name. Compressed ones are missing: they begin anew.
  var parts: [WrittenFile] = []

  /// What is there of the file of that name; nil where it begins anew.
  func part(of name: String) -> WrittenFile? { parts.first { $0.name == name } }
}

/// The file of the checkpoint, in the store's folder.
package let tableCheckpointName = "tables.json"

/// Keeps the last checkpoint beside the store, with what decides the bytes of the tables.
///
/// The temporary files are not synced with it: their beginnings are compared with their digests, so that after
/// a power cut, too, nothing is taken that is not as it was.
final class TableCheckpoints: Sendable {
  /// Time between two checkpoints, each of which takes a few milliseconds.
  static let usual = Duration.seconds(1)

  /// Nil where tables are written apart from their store, or where runs are missing: their number does not
  /// determine which.
  private let folder: DurableFolder?
  private let tables: DurableFolder
  private let key: String
  private let interval: Duration
  private struct State {
    var last = ContinuousClock.now
    /// Of the checkpoint that was there.
    var begun = (points: 0, tables: 0)
    var hasAdvanced = false
  }
  private let state = Mutex(State())

  /// - Parameter runs: as `KeptTables.digest`.
  init(
    _ study: Study, of runs: String?, in tables: DurableFolder, isPartial: Bool,
    every interval: Duration
  ) throws {
    folder =
      !isPartial && runs != nil && RunStore.exists(in: tables.path)
      ? try tables.folder(RunStore.folderName) : nil
    self.tables = tables
    self.interval = interval
    // All that decides a byte of the tables.
    key = SHA256.hexDigest(of: Array((runs ?? "").utf8) + study.resolvedJSON)
  }

  /// The checkpoint of a process that was killed while it made the same tables; nil if there is none.
  func read() -> TableCheckpoint? {
    guard let folder,
      let bytes = try? ReadableFile.bytes(of: folder.place(of: tableCheckpointName), .found),
      let json = try? JSONReader.read(bytes), json[key: "key"]?.string == key
    else { return nil }
    let begun = TableCheckpoint(json, in: tables)
    if let begun { state.withLock { $0.begun = (begun.pointsDone, begun.finished.count) } }
    return begun
  }

  /// Whether a checkpoint holds more than the one that was there: what a kill now leaves is nearer to the end.
  var hasAdvanced: Bool { state.withLock { $0.hasAdvanced } }

  /// Whether it is time for the next one.
  var isDue: Bool {
    folder != nil && state.withLock { ContinuousClock.now - $0.last >= interval }
  }

  /// - Parameter files: of all tables; nothing else writes to them now.
  func write(_ checkpoint: TableCheckpoint, _ files: [TableFile]) throws {
    guard let folder else { return }
    var checkpoint = checkpoint
    checkpoint.parts = try files.compactMap { try $0.part() }
    let file = try folder.file(tableCheckpointName)
    file.text.write(text: checkpoint.json(key: key).text)
    _ = try file.commit()
    state.withLock {
      $0.last = .now
      $0.hasAdvanced = (checkpoint.pointsDone, checkpoint.finished.count) > $0.begun
    }
  }

  /// The tables are finished.
  func remove() throws { try folder?.remove(tableCheckpointName) }
}

extension TableCheckpoint {
  fileprivate func json(key: String) -> JSONText {
    .object([
      ("key", .string(key)), ("points_done", .int(pointsDone)), ("runs", .int(counts.runs)),
      ("failed_runs", .int(counts.failedRuns)),
      (
        "first_failure",
        counts.firstFailure.map {
          .object([
            ("point", .int($0.point)), ("replicate", .int($0.replicate)),
            ("reason", .string($0.reason)),
          ])
        } ?? .null
      ),
      ("finished", .array(finished.map(JSONText.string))), ("notes", .array(notes.map(\.json))),
      (
        "parts",
        .array(
          parts.map {
            .object([
              ("name", .string($0.name)), ("bytes", .int($0.bytes)), ("sha256", .string($0.sha256)),
            ])
          })
      ),
    ])
  }

  fileprivate init?(_ json: JSONValue, in folder: DurableFolder) {
    guard let done = json[key: "points_done"]?.number?.integer,
      let runs = json[key: "runs"]?.number?.integer,
      let failed = json[key: "failed_runs"]?.number?.integer,
      let finished = json[key: "finished"]?.elements, let notes = json[key: "notes"]?.elements,
      let parts = json[key: "parts"]?.elements
    else { return nil }
    pointsDone = done
    counts = RunPass.Counts(runs: runs, failedRuns: failed)
    if let failure = json[key: "first_failure"],
      let point = failure[key: "point"]?.number?.integer,
      let replicate = failure[key: "replicate"]?.number?.integer,
      let reason = failure[key: "reason"]?.string
    {
      counts.firstFailure = FailedRun(point: point, replicate: replicate, reason: reason)
    }
    self.finished = finished.compactMap(\.string)
    for note in notes {
      guard let code = note[key: "code"]?.string.flatMap(NoteCode.init),
        let message = note[key: "message"]?.string
      else { return nil }
      self.notes.append(
        Note(
          code, file: note[key: "file"]?.string, path: note[key: "path"]?.string, message))
    }
    for part in parts {
      guard let name = part[key: "name"]?.string, let bytes = part[key: "bytes"]?.number?.integer,
        let sha256 = part[key: "sha256"]?.string
      else { return nil }
      self.parts.append(WrittenFile(path: folder.place(of: name), bytes: bytes, sha256: sha256))
    }
  }
}
