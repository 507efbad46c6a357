import DurableFiles
import Foundation
import Glibc
import PlainText

/// A figure as gnuplot drew it.
struct Pictures {
  var svg: Data
  var png: Data
}

/// The program that draws.
struct Gnuplot {
  private let program: URL

  /// Nil if it is in no folder of `path`.
  init?(searching path: String) {
    let folders = path.split(separator: ":")
    let found = folders.map { "\($0)/gnuplot" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else { return nil }
    program = URL(fileURLWithPath: found)
  }

  /// Draws in a folder of its own within `folder`, which does not stay.
  func draw(_ figure: Figure, within folder: DurableFolder) throws(ReportError) -> Pictures {
    let place = URL(fileURLWithPath: folder.place(of: "\(Self.workFolder)\(getpid())"))
    // What is left over there, the next report removes.
    defer { try? FileManager.default.removeItem(at: place) }
    let name = figure.name.text
    let script = "\(name).gp"
    do {
      // Fails where anything has the name: nothing foreign stands where gnuplot writes.
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      for (ending, text) in figure.sources {
        try Data(text.utf8).write(to: place.appendingPathComponent("\(name).\(ending)"))
      }
      let message = try run(script, in: place)
      guard message.isEmpty else {
        throw ReportError.gnuplotFailed(script: script, message: message)
      }
      let pictures = Pictures(
        svg: try Data(contentsOf: place.appendingPathComponent("\(name).svg")),
        png: try Data(contentsOf: place.appendingPathComponent("\(name).png")))
      // gnuplot does not look whether what it wrote arrived.
      guard pictures.svg.suffix(16).contains(Data("</svg>".utf8)),
        pictures.png.suffix(12).contains(Data("IEND".utf8))
      else {
        throw ReportError.gnuplotFailed(
          script: script, message: "a picture is cut off; is the disk full?")
      }
      return pictures
    } catch let error as ReportError {
      throw error
    } catch {
      throw .unreadable(file: place.path, problem: error.localizedDescription)
    }
  }

  private static let workFolder = ".drawing-"

  /// Removes the working folders of reports that were killed.
  static func removeLeftovers(in folder: DurableFolder) throws(DurableFileError) {
    for name in try folder.entries() where name.hasPrefix(workFolder) {
      let owner = pid_t(name.dropFirst(workFolder.count))
      if let owner, owner != getpid(), kill(owner, 0) == 0 || errno == EPERM { continue }
      // One that cannot be removed is in nobody's way.
      try? FileManager.default.removeItem(atPath: folder.place(of: name))
    }
  }

  /// - Returns: what gnuplot complained of; empty if all went well.
  private func run(_ script: String, in folder: URL) throws -> String {
    let process = Process()
    let errors = Pipe()
    process.executableURL = program
    process.arguments = [script]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return "" }
    let text = String(decoding: message, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? "exit \(process.terminationStatus)" : text
  }
}
