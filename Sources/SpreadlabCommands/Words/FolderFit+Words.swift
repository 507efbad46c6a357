import PlainText
import StudyFolders

/// What `check` and `next` say of the folder a study would be run in.
extension FolderFit {
  /// A line; empty where there is nothing to say.
  var text: String {
    switch state {
    case .new: ""
    case .own, .older:
      runs == 0
        ? "\(folder) has a store that 'spreadlab run' puts in order first\n"
        : "\(folder) has \(readable(Double(found))) of \(plural(runs, "run"))"
          + (state == .older
            ? ", from the study as it was before; 'spreadlab run' makes \(found < runs ? "what is missing, and " : "")"
              + "the tables of this one; until then 'run --shard' with '--from \(folder)' is refused\n"
            : "\n")
    case .refused:
      (isForAnother ? "\(folder) is not for this study: " : "'spreadlab run' would end now: ")
        + "\(refusal?.message.words ?? "")\n"
    }
  }

  /// Whether the study needs another folder.
  var isForAnother: Bool {
    switch refusal?.code {
    case .anotherStudy, .anotherPart, .foreignFiles, .olderFormat, .newerFormat, .otherModel: true
    default: false
    }
  }

  var json: JSONText {
    .object([
      ("path", .string(folder)), ("state", .string(state.rawValue)), ("runs", .int(runs)),
      ("runs_found", .int(found)),
      (
        "refusal",
        refusal.map { error in
          .object([
            ("code", .string(error.code.rawValue)), ("message", .string(error.message.words)),
            ("exit", .int(Int(error.exit.rawValue))),
          ])
        } ?? .null
      ),
    ])
  }
}
