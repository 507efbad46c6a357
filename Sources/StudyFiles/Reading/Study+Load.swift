package import DurableFiles
import PlainText
package import SpreadModel

extension Study {
  /// Study files larger than this are refused.
  package static let mostBytes = 64 << 20

  /// Reads and checks a study file.
  ///
  /// - Parameter origin: who chose the path.
  /// - Throws: `StudyFileError` with every mistake of meaning, or with the first place where the
  ///   file is not JSON.
  package static func load(
    path: String, _ origin: ReadableFile.Origin = .named, overrides: [Override] = []
  ) throws(StudyFileError) -> Study {
    try parse(bytes: try bytes(ofFile: path, origin), file: path, overrides: overrides)
  }

  /// Checks the text of a study file; `file` is its name in messages.
  ///
  /// - Parameter isStored: whether it is the study of runs that are there: rules in Swift and files of
  ///   edges need not be, then.
  /// - Throws: as `load`.
  package static func parse(
    bytes: [UInt8], file: String, overrides: [Override] = [], isStored: Bool = false
  ) throws(StudyFileError) -> Study {
    let texts = StudyTexts(bytes: bytes, file: file, overrides: overrides)
    var mistakes = Mistakes()
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try texts.root(&mistakes)
    } catch {
      mistakes.add(.syntax, at: Node.Place(span: error.span, path: .root), error.message)
      throw mistakes.error(in: texts.sources)
    }
    var decoder = StudyDecoder(
      root: Node(root: root), keys: StudyFileKeys(root), mistakes: mistakes, file: file,
      isStored: isStored)
    var study = decoder.decode()
    if decoder.mistakes.isEmpty, !overrides.isEmpty {
      Override.refuseReplaced(
        overrides, by: study.factors, in: try? JSONReader.read(bytes), &decoder.mistakes)
    }
    guard decoder.mistakes.isEmpty else { throw decoder.mistakes.error(in: texts.sources) }
    study.texts = texts
    return study
  }

  /// The responses that requests of a study file may name: the built-in ones, and its own.
  ///
  /// - Throws: as `parse`, where the file is not JSON or one of its own has a mistake.
  package static func measured(
    bytes: [UInt8], file: String, overrides: [Override]
  ) throws(StudyFileError) -> (responses: [Response], series: [CurveSeries]) {
    // What is wrong with it, `parse` says below.
    if var root = try? JSONReader.read(bytes) {
      var mistakes = Mistakes()
      for override in overrides { override.apply(to: &root, source: 0, mistakes: &mistakes) }
      let keys = StudyFileKeys(root)
      if keys.brokenResponses.isEmpty { return (keys.responses, keys.series) }
    }
    let study = try parse(bytes: bytes, file: file, overrides: overrides)
    return (study.responses.responses, CurveSeries.allCases + CurveSeries.observed(study.observed))
  }

  /// The bytes of a study file.
  ///
  /// - Parameter origin: who chose the path.
  /// - Throws: `StudyFileError` (`isInputOutput`) if it cannot be read or is beyond `mostBytes`.
  package static func bytes(
    ofFile path: String, _ origin: ReadableFile.Origin = .named
  ) throws(StudyFileError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(DurableFileError) {
      bytes = try ReadableFile.bytes(of: path, origin, upTo: mostBytes + 1)
    } catch { throw .unreadable(path, error.problem) }
    guard bytes.count <= mostBytes else {
      throw .unreadable(
        path, "it is larger than \(mostBytes >> 20) MiB, the largest size that is read")
    }
    return bytes
  }
}

extension StudyFileError {
  static func unreadable(_ path: String, _ reason: String) -> StudyFileError {
    StudyFileError(diagnostics: [
      Diagnostic(
        code: .unreadable, file: CallerText(path), line: 1, column: 1, path: "$",
        message: "the file cannot be read: \(reason)", suggestion: nil, sourceLine: "",
        sourceColumn: 1,
        width: 1, isOption: false)
    ])
  }
}
