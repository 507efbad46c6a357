import DurableFiles
import Foundation

/// The program that draws: a figure in, its files in `plots/` and the SVG's text out.
struct Gnuplot {
  private let program: URL

  /// - Throws: `ReportError.gnuplotMissing` if it is in no folder of `path`.
  init(searching path: String) throws(ReportError) {
    let folders = path.split(separator: ":")
    let found = folders.map { "\($0)/gnuplot" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else { throw .gnuplotMissing }
    program = URL(fileURLWithPath: found)
  }

  /// Draws in a folder of its own; each file then goes to `folder` whole or not at all.
  func draw(_ figure: Figure, to folder: DurableFolder) throws(ReportError)
    -> (svg: String, files: [WrittenFile])
  {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("spreadlab-\(UUID().uuidString)")
    // What is left over there is the system's to clean up.
    defer { try? FileManager.default.removeItem(at: place) }
    let name = figure.name.text
    let script = "\(name).gp"
    let sources = figure.sources
    var pictures: [Data] = []
    do {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (ending, text) in sources {
        try Data(text.utf8).write(to: place.appendingPathComponent("\(name).\(ending)"))
      }
      let message = try run(script, in: place)
      guard message.isEmpty else {
        throw ReportError.gnuplotFailed(script: script, message: message)
      }
      for ending in ["svg", "png"] {
        pictures.append(
          try Data(contentsOf: place.appendingPathComponent("\(name).\(ending)")))
      }
    } catch let error as ReportError {
      throw error
    } catch {
      throw .unreadable(file: place.path, problem: error.localizedDescription)
    }
    do throws(DurableFileError) {
      var files: [WrittenFile] = []
      let contents =
        sources.map { ($0.ending, Data($0.text.utf8)) }
        + [("svg", pictures[0]), ("png", pictures[1])]
      for (ending, bytes) in contents {
        let file = try folder.file("\(name).\(ending)")
        file.text.write(bytes: Array(bytes))
        files.append(try file.commit())
      }
      return (String(decoding: pictures[0], as: UTF8.self), files)
    } catch { throw .file(error) }
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
