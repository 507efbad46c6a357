import Spreadlab

/// Contacts a geometric number of healthy neighbors with the infection factor as its mean.
struct GeometricContacts: ContactRule {
  let name = "geometric_contacts"
  let version = 1

  func act(_ source: Source, on candidates: inout Candidates, using random: inout RandomWords) {
    let contacts = min(random.geometric(mean: source.infectionFactor), candidates.count)
    for candidate in random.choice(of: contacts, from: candidates.count)
    where random.happens(source.infectionProbability) {
      candidates.infect(candidate)
    }
  }
}

SpreadlabCommand.main(rules: [GeometricContacts()])
