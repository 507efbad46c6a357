import Foundation
import PlainText

/// The commands of Slurm, as installed on the machine.
package enum Slurm {
  /// A task of an array, or a job of its own, that still waits or runs.
  package struct Task: Sendable {
    package let job: String
    /// The number of the task; nil for a job that is no array.
    package let number: Int?
    package let isRunning: Bool
  }

  /// Submits a script; returns the job's number.
  ///
  /// - Parameters:
  ///   - jobs: jobs that must have ended before, however they end.
  ///   - lock: a descriptor that `sbatch` holds on to, also if this program is killed meanwhile.
  /// - Throws: `WordedError` with Slurm's own message.
  package static func submit(
    _ script: String, after jobs: [String], holding lock: Int32
  ) throws -> String {
    var words = ["--parsable"]
    if !jobs.isEmpty { words.append("--dependency=afterany:\(jobs.joined(separator: ":"))") }
    // As standard input, the one descriptor that a process passes on; sbatch with a script reads none.
    let input = FileHandle(fileDescriptor: lock, closeOnDealloc: false)
    let answer = try call("sbatch", words + [script], input: input)
    return String(answer.prefix { $0 != ";" && $0 != "\n" })
  }

  /// The jobs of a name that still wait or run, task by task.
  package static func tasks(named name: String) throws -> [Task] {
    let answer = try call(
      "squeue", ["--noheader", "--array", "--name=\(name)", "--format=%F %K %T"],
      input: .nullDevice)
    return answer.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3 else { return nil }
      return Task(
        job: String(words[0]), number: Int(words[1]), isRunning: words[2] == "RUNNING")
    }
  }

  /// The largest array that the site takes of this user; nil where it does not say.
  ///
  /// - Parameter name: of jobs that may be in the queue.
  /// - Throws: `WordedError` where there is no Slurm, or it does not answer.
  package static func mostTasks(besides name: String) throws -> Int? {
    _ = try tasks(named: name)
    // A site that does not show its configuration has no limits that anybody could read.
    let answer = (try? call("scontrol", ["show", "config"], input: .nullDevice)) ?? ""
    func number(_ name: String) -> Int? {
      answer.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        .flatMap { $0.split(separator: "=").last }
        .flatMap { Int($0.filter { !$0.isWhitespace }) }
    }
    // Where accounts are kept, and only there, users have limits of their own; elsewhere the call fails.
    let account =
      (try? call(
        "sacctmgr",
        [
          "--noheader", "--parsable2", "show", "assoc", "user=\(NSUserName())",
          "format=MaxSubmitJobs",
        ], input: .nullDevice)) ?? ""
    let own = account.split(whereSeparator: \.isNewline).compactMap { Int($0) }.min()
    // Numbers of tasks are below the first, jobs of everybody share the second, and the judge is a job, too.
    let limits = [number("MaxArraySize"), number("MaxJobCount"), own].compactMap(\.self)
    return limits.min().map { max(1, $0 - 1) }
  }

  private static func call(
    _ command: String, _ arguments: [String], input: FileHandle
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(.slurmFailed, "\(command): \("\(error)")")
    }
    // Slurm's answers are short, so reading one stream after the other cannot block.
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let advice =
        process.terminationStatus == 127
        ? "Slurm is not installed here; run this on a login node of the cluster" : message
      throw Failure(
        .slurmFailed, "\(command): \(advice.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
    return answer
  }
}
