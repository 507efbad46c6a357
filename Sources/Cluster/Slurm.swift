import Foundation

/// The commands of Slurm, as installed on the machine.
package enum Slurm {
  /// What Slurm said when it refused, or why it could not be asked.
  package struct Failure: Error, CustomStringConvertible {
    package let command: String
    package let message: String
    package var description: String { "\(command): \(message)" }
  }

  /// Submits a script; returns the job's number.
  ///
  /// - Parameter jobs: jobs that must have ended before, however they end.
  /// - Throws: `Failure` with Slurm's own message.
  package static func submit(_ script: String, after jobs: [String]) throws(Failure) -> String {
    var words = ["--parsable"]
    if !jobs.isEmpty { words.append("--dependency=afterany:\(jobs.joined(separator: ":"))") }
    let answer = try call("sbatch", words + [script])
    return String(answer.prefix { $0 != ";" && $0 != "\n" })
  }

  /// The tasks of an array that still wait or run, by number, and whether they run; empty if Slurm
  /// no longer knows the job.
  package static func openTasks(of job: String) throws(Failure) -> [Int: Bool] {
    let answer: String
    do throws(Failure) {
      answer = try call("squeue", ["--noheader", "--array", "--jobs=\(job)", "--format=%K %T"])
    } catch {
      guard error.message.contains("Invalid job id") else { throw error }
      return [:]
    }
    var tasks: [Int: Bool] = [:]
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let task = Int(words[0]) { tasks[task] = words[1] == "RUNNING" }
    }
    return tasks
  }

  private static func call(_ command: String, _ arguments: [String]) throws(Failure) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(command: command, message: "\(error)")
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
        command: command, message: advice.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return answer
  }
}
