import Foundation
import KeyedRandom

/// A change to a file of a folder, such as a stray editor, a bad disk or a mistaken copy makes.
struct FolderChange: CustomStringConvertible {
  enum Kind: CaseIterable {
    case flippedBit, otherByte, cutOff, appended, emptied, removed, swapped, copied, foreignLink
    case manifestValue, added, renamed, duplicated
  }

  let kind: Kind
  let description: String
  /// Whether docs/validation.md, "Changes to a folder", calls it harmless.
  let isHarmless: Bool

  /// The files that were touched.
  let files: [String]

  /// Makes a change of that kind at a random place.
  ///
  /// - Returns: nil if the folder is as it was, such as after a swap of equal files.
  init?(_ kind: Kind, in folder: String, _ stream: inout RandomStream) throws {
    let files = try Self.files(of: folder)
    func pick() -> String { files[Int(stream.below(UInt64(files.count)))] }
    let name = kind == .manifestValue ? "manifest.json" : pick()
    let path = "\(folder)/\(name)"
    let url = URL(fileURLWithPath: path)
    let before = try Data(contentsOf: url)
    var after = before
    var words = "\(kind) \(name)"
    var touched = [name]
    var harmless = Self.harmless(name, removed: kind == .removed)
    switch kind {
    case .flippedBit:
      guard !before.isEmpty else { return nil }
      let place = Int(stream.below(UInt64(before.count)))
      after[place] ^= 1 << UInt8(stream.below(8))
      words += " at \(place)"
    case .otherByte:
      guard !before.isEmpty else { return nil }
      let place = Int(stream.below(UInt64(before.count)))
      after[place] = UInt8(truncatingIfNeeded: stream.below(256))
      words += " at \(place)"
    case .cutOff:
      guard !before.isEmpty else { return nil }
      after = before.prefix(Int(stream.below(UInt64(before.count))))
    case .appended: after += Data("\n".utf8)
    case .emptied: after = Data()
    case .removed: try FileManager.default.removeItem(at: url)
    case .swapped, .copied:
      let other = pick()
      let otherURL = URL(fileURLWithPath: "\(folder)/\(other)")
      after = try Data(contentsOf: otherURL)
      words += " with \(other)"
      if kind == .swapped {
        try before.write(to: otherURL)
        touched.append(other)
        harmless = harmless && Self.harmless(other, removed: false)
      }
    case .foreignLink:
      try FileManager.default.removeItem(at: url)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    case .manifestValue:
      guard let (text, edit) = Self.edited(before, &stream) else { return nil }
      after = Data(text.utf8)
      words += ": \(edit)"
    case .added:
      let names = ["comparisons.csv.gz", "maps.csv.gz", "notes.txt", ".DS_Store", "plots/my.svg"]
      let new = names[Int(stream.below(UInt64(names.count)))]
      guard !files.contains(new) else { return nil }
      try Data("a,b\n1,2\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(new)"))
      (self.kind, description, self.files, isHarmless) = (kind, "added \(new)", [new], false)
      return
    case .renamed, .duplicated:
      let base = url.lastPathComponent
      let names = ["\(name).old", ".store/\(base)", "plots/\(base)", "copy of \(base)"]
      let new = names[Int(stream.below(UInt64(names.count)))]
      guard !files.contains(new) else { return nil }
      try before.write(to: URL(fileURLWithPath: "\(folder)/\(new)"))
      if kind == .renamed { try FileManager.default.removeItem(at: url) }
      (self.kind, description, self.files) = (kind, "\(words) to \(new)", [name, new])
      isHarmless = false
      return
    }
    if kind != .removed, kind != .foreignLink {
      guard after != before else { return nil }
      try after.write(to: url)
    }
    (self.kind, description, self.files) = (kind, words, touched)
    isHarmless = harmless
  }

  /// The lock holds words for messages only; the store's seal may be missing, as after a crash.
  private static func harmless(_ name: String, removed: Bool) -> Bool {
    name == ".store/lock" || removed && name == ".store/seal"
  }

  /// Another value for a member of the manifest.
  private static func edited(_ data: Data, _ stream: inout RandomStream) -> (String, String)? {
    let lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    let places = lines.indices.filter { lines[$0].contains("\": ") }
    let place = places[Int(stream.below(UInt64(places.count)))]
    var lines2 = lines
    if lines[place].contains("true") {
      lines2[place] = lines[place].replacing("true", with: "false")
    } else if lines[place].contains("[") || lines[place].hasSuffix("{") {
      // As if the files had never been there.
      guard let start = lines.firstIndex(where: { $0.hasPrefix("  \"files\"") }),
        let end = lines[start...].firstIndex(where: { $0.hasPrefix("  ]") })
      else { return nil }
      lines2.replaceSubrange(start...end, with: ["  \"files\": [],"])
      return (lines2.joined(separator: "\n"), "no files")
    } else if let digit = lines[place].lastIndex(where: \.isNumber) {
      let other = lines[place][digit] == "7" ? "8" : "7"
      lines2[place].replaceSubrange(digit...digit, with: other)
    } else {
      lines2[place] = lines[place].replacing("\": \"", with: "\": \"x")
    }
    return (lines2.joined(separator: "\n"), lines[place].trimmingCharacters(in: .whitespaces))
  }

  /// All files, by their paths in the folder, sorted.
  static func files(of folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: "\(folder)/\($0)", isDirectory: &isFolder)
      return isThere && !isFolder.boolValue
    }.sorted()
  }
}
