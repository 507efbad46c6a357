package import DurableFiles

extension RunStore {
  /// The name of a store's folder in a results folder.
  package static let folderName = ".store"

  /// Keeps writers out of a folder's store, for what reads it and writes beside it.
  ///
  /// - Throws: `FolderInUse` at once if there is one.
  package static func lock(_ folder: String) throws -> FolderLock {
    let files = StoreFiles(results: folder)
    try files.expectOwn()
    return try files.lock()
  }
}
