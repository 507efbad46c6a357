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
