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
}

/// A file that a study names, whatever it says of people.
struct NamedFile {
  /// Where the study defines it, and under which name.
  let section: String
  let structure: String
  /// Its path as the study gives it.
  let name: String
  /// Nil only where reading it failed, of studies that are thrown away.
  let facts: FileFacts?
  /// Whom it names, perhaps several times.
  let lists: [[UInt32]]

  /// Under which name a results folder, and a folder of its parts, keeps it.
  var copyName: String { "\(section).\(structure).copy" }
}

extension Study {
  /// The files that it names, in the order in which they give labels their numbers.
  var namedFiles: [NamedFile] {
    contacts.compactMap { named in
      named.edges.map { edges in
        NamedFile(
          section: ModelKey.contacts.section ?? "", structure: named.name, name: edges.file,
          facts: edges.list?.facts.file, lists: edges.list.map { [$0.from, $0.to] } ?? [])
      }
    }
      + peopleFiles.map { table in
        NamedFile(
          section: table.section, structure: table.name, name: table.file.file,
          facts: table.file.rows?.facts, lists: table.file.rows.map { [$0.people] } ?? [])
      }
  }

  /// Their paths, as they are found beside the study file.
  package func namedFiles(beside file: String) -> [String] {
    namedFiles.map { FileSource($0, beside: file, isStored: false).path }
  }

  /// In the order in which they give labels their numbers.
  var peopleFiles: [StudyPeopleFile] {
    let (least, most) = (groupSizes.min() ?? 0, groupSizes.max() ?? 0)
    let ofGroups = groups.enumerated().compactMap { place, named in
      named.value.file.map {
        StudyPeopleFile(
          owner: .groups(place), people: most, section: ModelKey.groups.section ?? "",
          name: named.name, file: $0,
          column: "group")
      }
    }
    let ofPlaces = contacts.enumerated().compactMap { place, named -> StudyPeopleFile? in
      guard case .places(let places) = named.value else { return nil }
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
          file: named.value.file, column: "rank")
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
  /// - Parameter isStored: whether it is the study of runs that are there, which has a copy only.
  init(_ file: NamedFile, beside study: String, isStored: Bool) {
    // Not all of /dev: /dev/shm is a folder.
    let isStream = ["/dev/fd/", "/dev/std", "/proc/"].contains { study.hasPrefix($0) }
    let folder = isStream ? "." : parentFolder(of: study)
    func inFolder(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
    let copy = inFolder(file.copyName)
    if isStored || entryExists(copy) {
      (path, origin) = (copy, .found)
    } else {
      (path, origin) = (file.name.hasPrefix("/") ? file.name : inFolder(file.name), .named)
    }
  }
}

extension Named where Value == ContactStructure {
  /// The file of edges; nil of other structures.
  package var edges: EdgeFile? {
    get { if case .edges(let file) = value { file } else { nil } }
    set { if let newValue { value = .edges(newValue) } }
  }
}
