import PlainText
import StudyFiles

/// Any bytes are a study, or mistakes that each have a place; and a study, written out with all
/// defaults, is read as the same study.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do throws(StudyFileError) {
    let study = try Study.parse(bytes: bytes, file: "fuzz.json")
    check(resolved: study)
    // Relations between the parameters of a point are looked at when points are made.
    if study.pointCount <= 1000 { _ = try study.points() }
  } catch {
    check(error, lines: 1 + bytes.count { $0 == 0x0a })
  }
  return 0
}

private func check(resolved study: Study) {
  do throws(StudyFileError) {
    let again = try Study.parse(bytes: study.resolvedJSON, file: "resolved.json")
    precondition(again == study && again.digest == study.digest, "another study")
  } catch {
    preconditionFailure(error.description)
  }
}

private func check(_ error: StudyFileError, lines: Int) {
  let members = error.members { _ in "setting" }
  precondition(!error.diagnostics.isEmpty && !JSONText.object(members).text.isEmpty)
  for mistake in error.diagnostics {
    precondition(1...lines ~= mistake.line && mistake.column >= 1, mistake.description)
    precondition(mistake.path.hasPrefix("$") && !mistake.message.isEmpty, mistake.description)
    precondition(mistake.width >= 1 && mistake.code != .unreadable, mistake.description)
  }
}
