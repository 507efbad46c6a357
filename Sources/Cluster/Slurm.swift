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
  /// - Throws: `Failure` with Slurm's own message.
  package static func submit(_ script: String, after job: String? = nil) throws(Failure) -> String {
    var words = ["--parsable"]
    if let job { words.append("--dependency=afterany:\(job)") }
    let answer = try call("sbatch", words + [script])
    return String(answer.prefix { $0 != ";" && $0 != "\n" })
  }

  /// Numbers of the array's tasks that still wait or run; empty if Slurm no longer knows the job.
  package static func waitingTasks(of job: String) throws(Failure) -> Set<Int> {
    let answer: String
    do throws(Failure) {
      answer = try call("squeue", ["--noheader", "--array", "--jobs=\(job)", "--format=%K"])
    } catch {
      guard error.message.contains("Invalid job id") else { throw error }
      return []
    }
    return Set(answer.split(separator: "\n").compactMap { Int($0.filter { $0 != " " }) })
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
