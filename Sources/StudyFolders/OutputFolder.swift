import DurableFiles
package import PlainText
import ResultTables
import RunStore

/// That files of these names may be written to a folder of the user's choice.
///
/// - Parameter areOurs: whether those that are there are of an earlier call.
/// - Throws: `Failure` for a results folder, and where a file would be replaced that is not ours.
package func expectOutput(_ names: [String], to folder: String, areOurs: Bool) throws(Failure) {
  if RunStore.exists(in: folder) || entryExists("\(folder)/\(manifestName)") {
    throw Failure(
      .foreignFiles, file: folder,
      "\(folder) is a results folder; nothing was changed. Give another folder (\(setting: "folder"))"
    )
  }
  guard !areOurs, let name = names.first(where: { entryExists("\(folder)/\($0)") }) else { return }
  throw Failure(
    .foreignFiles, file: folder,
    "\(folder)/\(name) is not known to be of an earlier call, and would be replaced; nothing was changed. "
      + "Give another folder (\(setting: "folder")), or remove it")
}
