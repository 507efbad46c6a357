import DurableFiles
package import PlainText
package import SpreadModel
package import StudyFiles

/// A calibration as the user asks for it: a study, whose ranges are priors, and what was observed.
package struct CalibrationRequest: Sendable {
  /// The CSV file.
  package let data: String
  /// Nil for what docs/calibration.md says.
  package var draws: Int?
  package var tolerance: Double?
  package var acceptance: Double?
  package var maxRuns: Int?
  /// Whether numbers of the file are written like 0,5.
  package var decimalComma = false

  package init(data: String) { self.data = data }

  /// What makes a calibration of a study: its design in the place of the study's own.
  ///
  /// - Parameters:
  ///   - responses: those that data may name.
  ///   - series: the same of curves.
  ///   - note: called for what a reader must know of the file.
  /// - Throws: `WordedError` for data that cannot be read.
  package func overrides(
    _ responses: [Response], _ series: [CurveSeries], note: (Note) -> Void
  ) throws -> [Override] {
    let observed = try ObservedData(data, responses, series, decimalComma: decimalComma)
    observed.notes.forEach(note)
    let calibration = Calibration(data: observed.items)
    func setting(_ key: String, _ value: String?) -> Override? {
      value.map {
        Override(path: "design.\(key)", value: $0, option: "\(setting: key, $0)")
      }
    }
    return [
      Override(
        path: "design", value: calibration.designJSON.compactText,
        option: "\(setting: "data", data)"),
      setting("draws", draws.map { "\($0)" }),
      setting("tolerance", tolerance.map { "\($0)" }),
      setting("acceptance", acceptance.map { "\($0)" }),
      setting("max_runs", maxRuns.map { "\($0)" }),
    ].compactMap { $0 }
  }
}

extension Study {
  /// Writes the study as a file that `spreadlab run` takes, with every default filled in.
  ///
  /// - Parameter inputs: the files that it was made from.
  /// - Throws: `WordedError` where it cannot be written, or would replace one of them.
  package func write(to path: String, besides inputs: [String]) throws {
    let file = try outputFile(path, besides: inputs)
    file.text.write(bytes: resolvedJSON)
    _ = try file.commit()
  }
}
