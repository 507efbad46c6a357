import DurableFiles
import PlainText

/// `report.sha256`: digests of the page and its pictures, and of what they were made from, in the
/// form of sha256sum(1), which checks them too.
enum ReportSeal {
  static let name = "report.sha256"
  static let page = "report.html"
  static let plots = "plots"
  /// They change with every table, and with every word of the study that a page shows.
  static let sources = ["datapackage.json", "study.resolved.json"]

  static func exists(in folder: String) -> Bool { entryExists("\(folder)/\(name)") }

  /// The names of the files in `plots/` that the seal lists.
  static func pictures(in folder: String) throws(DurableFileError) -> Set<String> {
    guard exists(in: folder) else { return [] }
    let bytes = try ReadableFile.bytes(of: "\(folder)/\(name)", .found)
    let paths = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
      entry($0)?.path
    }
    return Set(
      paths.filter { $0.hasPrefix("\(plots)/") }.map { String($0.dropFirst(plots.count + 1)) })
  }

  /// From now on the report is being written.
  static func takeAway(from folder: String) throws(DurableFileError) {
    guard exists(in: folder) else { return }
    try DurableFolder(folder).remove(name)
  }

  static func put(_ files: [WrittenFile], in folder: String) throws(DurableFileError) {
    var lines = files.map { "\($0.sha256)  \($0.path.dropFirst(folder.count + 1))\n" }
    for source in sources where entryExists("\(folder)/\(source)") {
      lines.append("\(try ReadableFile.digest(of: "\(folder)/\(source)", .found))  \(source)\n")
    }
    let file = try DurableFolder(folder).file(name)
    file.text.write(text: lines.joined())
    _ = try file.commit()
  }

  /// The files that the seal is about, what is not as it says, and, as no fault, that the tables are others
  /// by now, or that the first report was stopped.
  ///
  /// - Throws: `DurableFileError` where the seal itself cannot be read.
  static func check(_ folder: String) throws(DurableFileError) -> (
    listed: Set<String>, faults: [String], notes: [Note]
  ) {
    let again = "'spreadlab report' writes it again"
    guard exists(in: folder) else {
      let left = [page, plots].filter { entryExists("\(folder)/\($0)") }
      return (
        [], [],
        left.isEmpty
          ? []
          : [
            Note(
              .olderTables, file: folder,
              "the report is not finished (\(left.joined(separator: ", ")) without \(name)), and was not "
                + "compared; \(again)")
          ]
      )
    }
    let bytes = try ReadableFile.bytes(of: "\(folder)/\(name)", .found)
    var faults: [String] = []
    var listed: Set<String> = []
    var differing: [String] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let entry = entry(line) else {
        faults.append("\(name) is damaged: \"\(line.prefix(100))\"")
        continue
      }
      listed.insert(entry.path)
      do throws(DurableFileError) {
        guard try ReadableFile.digest(of: "\(folder)/\(entry.path)", .found) != entry.digest else {
          continue
        }
        // Their own digests are in the manifest.
        if sources.contains(entry.path) {
          differing.append(entry.path)
        } else {
          faults.append("\(entry.path) was changed after it was written; \(again)")
        }
      } catch {
        faults.append("\(entry.path) is missing or cannot be read: \(error.problem); \(again)")
      }
    }
    let missing = ([page] + sources).filter { !listed.contains($0) }
    faults += missing.map { "\(name) is damaged: it does not list \($0)" }
    if bytes.last != UInt8(ascii: "\n") { faults.append("\(name) is damaged: it is cut off") }
    let notes = differing.prefix(1).map { source in
      Note(
        .olderTables, file: folder,
        "\(page) was made from other tables than those that are there (\(source) differs); \(again)"
      )
    }
    return (listed, faults, notes)
  }

  /// A line's digest and path: one of ours, since any other could lead anywhere.
  private static func entry(_ line: Substring) -> (digest: String, path: String)? {
    let digest = line.prefix(64)
    let path = line.dropFirst(66)
    let file = path.hasPrefix("\(plots)/") ? path.dropFirst(plots.count + 1) : path
    guard digest.count == 64, line.dropFirst(64).hasPrefix("  "), !file.isEmpty,
      !file.contains("/"), ![".", ".."].contains(file)
    else { return nil }
    return (String(digest), String(path))
  }
}
