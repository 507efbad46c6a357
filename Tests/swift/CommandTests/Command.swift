import Dispatch
import Foundation
import TestSupport
import Testing

/// The built program, run as a user runs it.
struct Command {
  struct Outcome {
    var exitCode: Int32
    var output: String
    var messages: String
    var seconds: Double

    /// The codes of the errors that were reported in words.
    var errors: [String] { Self.codes(/error\[([a-z_]+)\]/, in: messages) }
    /// The code of the first one; nil if none was reported.
    var code: String? { errors.first }
    /// The codes of the notes, in words.
    var notes: [String] {
      Self.codes(/^note: [\s\S]*?\[([a-z_]+)\]$/.anchorsMatchLineEndings(), in: messages)
        + Self.codes(/^note: .*?\[([a-z_]+)\]$/.anchorsMatchLineEndings(), in: output)
    }

    /// What a command prints that was asked for JSON.
    func json() throws -> [String: Any] {
      try #require(
        JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(messages)")
    }

    /// The error of a command that was asked for JSON.
    func error() throws -> ReportedError {
      try JSONDecoder().decode(ReportedError.self, from: Data(messages.utf8))
    }

    private static func codes(
      _ pattern: some RegexComponent<(Substring, Substring)>, in text: String
    ) -> [String] {
      text.matches(of: pattern).map { String($0.output.1) }
    }
  }

  /// An error or a note in JSON.
  struct ReportedError: Decodable {
    let code: String
    let file, path: String?
    let message: String
    let advice: String?
  }

  /// The root of the repository.
  static let root = Repository.root.path

  /// The built program: beside the test bundle, or where SPREADLAB says.
  static let program: String = {
    if let named = ProcessInfo.processInfo.environment["SPREADLAB"] { return named }
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("spreadlab").path
    return FileManager.default.isExecutableFile(atPath: beside)
      ? beside : root + "/.build/release/spreadlab"
  }()

  /// The same with rules some of whose runs fail (Tests/swift/ThrowingRule).
  static let throwingProgram = URL(fileURLWithPath: program).deletingLastPathComponent()
    .appendingPathComponent("throwing-rule").path

  /// Runs `throwingProgram` to the end.
  static func runThrowing(_ arguments: String...) throws -> Outcome {
    try start(arguments, of: throwingProgram).finish()
  }

  /// Runs to the end.
  @discardableResult
  static func run(
    _ arguments: String..., environment: [String: String] = [:], in folder: String? = nil
  ) throws -> Outcome {
    try run(arguments, environment: environment, in: folder)
  }

  /// Runs to the end.
  @discardableResult
  static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> Outcome {
    let started = Date()
    let process = try start(arguments, environment: environment, in: folder)
    return try process.finish(since: started)
  }

  /// Runs to the end, or until the seconds are over; then it is killed, and the code is 137.
  static func run(
    _ arguments: [String], within seconds: Double, environment: [String: String] = [:],
    in folder: String? = nil
  ) throws -> Outcome {
    let started = Date()
    let running = try start(arguments, environment: environment, in: folder)
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { running.send(SIGKILL) }
    timer.resume()
    defer { timer.cancel() }
    return try running.finish(since: started)
  }

  /// Starts and returns at once.
  static func start(
    _ arguments: [String], of program: String = program, environment: [String: String] = [:],
    in folder: String? = nil
  ) throws -> Running {
    Running(
      program: try RunningProgram(program, arguments, environment: environment, in: folder))
  }

  /// A program under way.
  struct Running {
    let program: RunningProgram

    var process: Process { program.process }

    func send(_ signal: Int32) { program.send(signal) }

    func finish(since started: Date = Date()) throws -> Outcome {
      let ended = try program.finish(since: started)
      return Outcome(
        exitCode: ended.exitCode, output: ended.output, messages: ended.messages,
        seconds: ended.seconds)
    }
  }
}

/// A folder of its own. All of them go away when the tests end, not with the value: a value may be
/// gone after its last use while a program still works in its folder.
final class Scratch: Sendable {
  let path: String

  private static let base: String = {
    atexit { try? FileManager.default.removeItem(atPath: Scratch.basePath) }
    return basePath
  }()
  private static let basePath =
    NSTemporaryDirectory() + "spreadlab-tests-\(ProcessInfo.processInfo.processIdentifier)"

  init() throws {
    path = Self.base + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }
  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(to: url(name), atomically: false, encoding: .utf8)
    return file(name)
  }
}

/// Every file of a results folder that must not differ between two executions, by name.
///
/// The manifest is compared without its `times`, which may differ.
func comparable(_ folder: String) throws -> [String: Data] {
  var files: [String: Data] = [:]
  for name in try FileManager.default.contentsOfDirectory(atPath: folder)
  where name != ".store" && name != "timings.csv" && name != "cluster" {
    let path = folder + "/" + name
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    if name == "manifest.json" {
      guard var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw CocoaError(.fileReadCorruptFile)
      }
      object["times"] = nil
      data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    }
    files[name] = data
  }
  return files
}

/// How many runs the last command on a results folder made; all others were there before.
func runsMade(_ folder: String) throws -> Int {
  let manifest = try JSONSerialization.jsonObject(
    with: Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json")))
  let times = (manifest as? [String: Any])?["times"] as? [String: Any]
  return try #require(times?["runs_made"] as? Int)
}

/// Names of files that differ, or are in one of the folders only.
func differences(_ a: String, _ b: String) throws -> [String] {
  let (left, right) = (try comparable(a), try comparable(b))
  return Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
}

/// Seconds that are promised: held to on the machine of the deep tier, which has nothing else to do;
/// ten times as many where the machine may be slow and shared.
func promised(_ seconds: Double) -> Double { TestDepth.isDeep ? seconds : 10 * seconds }
