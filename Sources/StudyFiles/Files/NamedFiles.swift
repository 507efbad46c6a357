import DurableFiles
import PlainText
import SpreadModel

/// A file that says something of people, and whose it is.
struct StudyPeopleFile {
  enum Owner {
    /// The contacts, the groups, or the order, at this place.
    case contacts(Int)
    case groups(Int)
    case orders(Int)
  }

  let owner: Owner
  /// How many people it may name: of places as many as there are at every point, else as at some.
  let people: Int
  /// Where the study defines it.
  let section: String
  let name: String
  let file: PeopleFile
  /// Its column beside `person`.
  let column: String

  /// Under which name a results folder, and a folder of its parts, keeps it.
  var copyName: String { "\(section).\(name).copy" }
}

extension Study {
  /// The files that it names, as they are found beside the study file.
  package func namedFiles(beside file: String) -> [String] {
    contacts.filter { $0.edges != nil }
      .map {
        FileSource($0.edges?.file ?? "", copy: $0.copyName, beside: file, isStored: false).path
      }
      + peopleFiles.map {
        FileSource($0.file.file, copy: $0.copyName, beside: file, isStored: false).path
      }
  }

  /// In the order in which they give labels their numbers.
  var peopleFiles: [StudyPeopleFile] {
    let (least, most) = (groupSizes.min() ?? 0, groupSizes.max() ?? 0)
    let ofGroups = groups.enumerated().compactMap { place, named in
      named.structure.file.map {
        StudyPeopleFile(
          owner: .groups(place), people: most, section: ModelKey.groups.section ?? "",
          name: named.name, file: $0,
          column: "group")
      }
    }
    let ofPlaces = contacts.enumerated().compactMap { place, named -> StudyPeopleFile? in
      guard case .places(let places) = named.structure else { return nil }
      return StudyPeopleFile(
        owner: .contacts(place), people: least, section: ModelKey.contacts.section ?? "",
        name: named.name,
        file: places.file, column: "place")
    }
    return ofPlaces + ofGroups
      + orders.enumerated().map { place, named in
        StudyPeopleFile(
          owner: .orders(place), people: most, section: ModelKey.immuneOrder.section ?? "",
          name: named.name,
          file: named.structure.file, column: "rank")
      }
  }
}

/// Where a file that a study names is read.
struct FileSource {
  let path: String
  let origin: ReadableFile.Origin
}

extension FileSource {
  func content() throws(EdgeReader.Problem) -> ReadableFile {
    do throws(DurableFileError) {
      return try ReadableFile(path, origin)
    } catch { throw .unreadable(error.problem) }
  }

  /// The copy beside the study file goes first: it is there where the study file is a copy itself, in a
  /// results folder.
  ///
  /// - Parameters:
  ///   - file: its path as the study gives it.
  ///   - copyName: that of the copy.
  ///   - isStored: whether it is the study of runs that are there, which has a copy only.
  init(_ file: String, copy copyName: String, beside study: String, isStored: Bool) {
    // Not all of /dev: /dev/shm is a folder.
    let isStream = ["/dev/fd/", "/dev/std", "/proc/"].contains { study.hasPrefix($0) }
    let folder = isStream ? "." : parentFolder(of: study)
    func inFolder(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
    let copy = inFolder(copyName)
    if isStored || entryExists(copy) {
      (path, origin) = (copy, .found)
    } else {
      (path, origin) = (file.hasPrefix("/") ? file : inFolder(file), .named)
    }
  }
}

extension NamedContacts {
  /// The file of edges; nil of other structures.
  package var edges: EdgeFile? {
    get { if case .edges(let file) = structure { file } else { nil } }
    set { if let newValue { structure = .edges(newValue) } }
  }
}
