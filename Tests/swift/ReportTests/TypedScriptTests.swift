import Foundation
import TestSupport
import Testing

/// The compiler is the one that keeps texts out of scripts; here it is asked.
@Suite struct TypedScriptTests {
  private static let root = Repository.root.path

  /// The lines, from 1, that the compiler rejects, in a program that uses the types of scripts.
  private func rejected(_ lines: [String]) throws -> [Int] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try lines.joined(separator: "\n").write(to: main, atomically: false, encoding: .utf8)
    let compiler = Process()
    let errors = Pipe()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-package-name", "spreadlab", main.path,
      "\(Self.root)/Sources/Report/Figures/GnuplotScript.swift",
      "\(Self.root)/Sources/Cluster/ShellScript.swift",
    ]
    compiler.standardError = errors
    try compiler.run()
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    let text = String(decoding: message, as: UTF8.self)
    #expect(text.contains("error:") == (compiler.terminationStatus != 0), "\(text)")
    let places = text.matches(of: /main\.swift:(\d+):\d+: error:/).compactMap { Int($0.1) }
    return Set(places).sorted()
  }

  @Test("a text gets into a script as a quoted one, or the program does not compile")
  func scripts() throws {
    #expect(
      try rejected([
        #"let cell = "x""#,
        #"let a: GnuplotScript = "set title \(text: cell) offset 0,\(1), \(0.5)""#,
        #"let b: ShellScript = "ls \(word: cell) # \(directive: cell)""#,
      ]) == [])
    #expect(
      try rejected([
        #"let cell = "x""#,
        #"let a: GnuplotScript = "set title \(cell)""#,
        #"let b = GnuplotScript(stringLiteral: cell)"#,
        #"let c: GnuplotScript = cell"#,
        #"let d = FigureName(cell)"#,
        #"let e: ShellScript = "ls \(cell)""#,
        #"let f = ShellScript(stringLiteral: cell)"#,
      ]) == [2, 3, 4, 5, 6, 7])
  }
}
