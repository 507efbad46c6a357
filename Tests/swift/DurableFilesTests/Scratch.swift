import DurableFiles
import TestSupport

extension Scratch {
  var folder: DurableFolder {
    get throws { try DurableFolder(path) }
  }
}
