import DurableFiles
import Foundation
import PlainText

/// A figure as gnuplot drew it.
struct Pictures {
  var svg: Data
  var pdf: Data
  var png: Data

  /// In the order in which the page links them.
  static let endings = ["svg", "pdf", "png"]

  /// Contents by ending.
  var files: [(String, Data)] { Array(zip(Self.endings, [svg, pdf, png])) }

  /// What the files of each form end with, as gnuplot does not look whether what it wrote arrived.
  static let tails = ["svg": "</svg>", "pdf": "%%EOF", "png": "IEND"]
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
  func draw(_ figure: Figure, in work: WorkFolder) throws -> Pictures {
    let place = URL(fileURLWithPath: work.path)
    let name = figure.name.text
    let script = "\(name).gp"
    do {
      for (ending, text) in figure.sources {
        try Data(text.utf8).write(to: place.appendingPathComponent("\(name).\(ending)"))
      }
      let message = try run(script, in: place)
      guard message.isEmpty else {
        throw failure(script, message)
      }
      let drawn = try Pictures.endings.map { ending in
        let picture = try Data(contentsOf: place.appendingPathComponent("\(name).\(ending)"))
        guard picture.suffix(16).contains(Data((Pictures.tails[ending] ?? "").utf8)) else {
          throw failure(script, "a picture is cut off; is the disk full?")
        }
        return picture
      }
      try work.removeFiles()
      return Pictures(svg: drawn[0], pdf: Self.undated(drawn[1]), png: drawn[2])
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

  /// The time that PDFs say they were made at, as long as the one they had: the places of their parts
  /// are counted in bytes.
  private static let beginning = Data("(D:19700101000000".utf8)

  /// The PDF with no time of its making, so that the same tables give the same bytes. Cairo writes the
  /// time whatever `SOURCE_DATE_EPOCH` says (1.16), always in this form.
  private static func undated(_ pdf: Data) -> Data {
    guard let key = pdf.range(of: Data("/CreationDate ".utf8), options: .backwards),
      key.upperBound + beginning.count <= pdf.count, pdf[key.upperBound...].starts(with: "(D:".utf8)
    else { return pdf }
    var pdf = pdf
    pdf.replaceSubrange(key.upperBound..<key.upperBound + beginning.count, with: beginning)
    return pdf
  }

  /// - Returns: what gnuplot complained of; empty if all went well.
  private func run(_ script: String, in folder: URL) throws -> String {
    let process = Process()
    let errors = Pipe()
    process.executableURL = program
    // What somebody's own ~/.gnuplot sets would change the pictures.
    process.arguments = ["--default-settings", script]
    process.currentDirectoryURL = folder
    // A zone of its own would stand in a PDF's time.
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC"]) { $1 }
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
