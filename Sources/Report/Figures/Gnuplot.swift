import DurableFiles
import Foundation
import PlainText

/// The forms in which gnuplot draws a figure; their names are the endings of its files.
enum PictureForm: String, CaseIterable {
  case svg, pdf, png

  /// What its files end with, as gnuplot does not check whether what it wrote arrived.
  var tail: String {
    switch self {
    case .svg: "</svg>"
    case .pdf: "%%EOF"
    case .png: "IEND"
    }
  }
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

  /// What folders to draw in are called; their files are not meant to stay.
  static let workFolder = ".drawing-"

  /// Draws in an empty folder of its own: nothing foreign stands where gnuplot writes.
  ///
  /// - Returns: what is in the file of each form.
  func draw(_ figure: Figure, as forms: [PictureForm], in work: WorkFolder) throws -> [Data] {
    let place = URL(fileURLWithPath: work.path)
    let name = figure.name.text
    let script = "\(name).gp"
    do {
      for (ending, text) in figure.sources(drawing: forms) {
        try Data(text.utf8).write(to: place.appendingPathComponent("\(name).\(ending)"))
      }
      let message = try run(script, in: place)
      guard message.isEmpty else {
        throw failure(script, message)
      }
      let drawn = try forms.map { form in
        let picture = try Data(
          contentsOf: place.appendingPathComponent("\(name).\(form.rawValue)"))
        guard picture.suffix(16).contains(Data(form.tail.utf8)) else {
          throw failure(script, "a picture is cut off; is the disk full?")
        }
        return picture
      }
      try work.removeFiles()
      return drawn
    } catch let error as any WordedError {
      throw error
    } catch {
      throw Failure(
        .fileError, file: place.path, "\(place.path): cannot read: \(error.localizedDescription)")
    }
  }

  /// That gnuplot refused a script; the text is gnuplot's.
  private func failure(_ script: String, _ problem: String) -> Failure {
    Failure(.gnuplotFailed, file: script, "gnuplot refused \(script): \(problem)")
  }

  /// - Returns: what gnuplot complained of; empty if all went well.
  private func run(_ script: String, in folder: URL) throws -> String {
    let process = Process()
    let errors = Pipe()
    process.executableURL = program
    // What somebody's own ~/.gnuplot sets would change the pictures.
    process.arguments = ["--default-settings", script]
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
