import PlainText
import StudyFiles

// Judges studies, one a line of the input: for each a line with its mistakes, `[{"code": ..., "path": ...}]`. A harness has
// a hundred thousand, and the program takes longer to start than to read one.
while let line = readLine() {
  var mistakes: [Diagnostic] = []
  do throws(StudyFileError) {
    _ = try Study.parse(bytes: Array(line.utf8), file: "study.json")
  } catch {
    mistakes = error.diagnostics
  }
  let words = mistakes.map {
    JSONText.object([("code", .string($0.code.rawValue)), ("path", .string($0.path))])
  }
  print(JSONText.array(words).compactText)
}
