import PlainText
import SpreadModel

extension StudyDecoder {
  mutating func checkAverted(_ requests: Node?, _ study: Study) {
    for request in requests.elements {
      guard let name = child(request, "factor"),
        let parameter = name.string.flatMap(self.parameter(named:))
      else { continue }
      checkComparedFactor(parameter, name, request, study)
      checkVariesAlone(parameter, name, study)
      if parameter == .groupSize {
        mistakes.add(
          .badRelation, at: name,
          "groups of different sizes are not the same people; give another factor")
      }
    }
    checkRepeated(requests, AvertedRequest.codec.reader(keys).again)
    guard let first = requests.elements.first else { return }
    if study.randomNumbers == .independent {
      mistakes.add(
        .badRelation, at: first,
        "infections averted are counted by pairs of replicates, which needs \"random_numbers\": \"common\""
      )
    }
    if study.threshold != nil {
      mistakes.add(
        .badRelation, at: first,
        "no two runs of a search share their random numbers, so they are no pairs; use the design \"factorial\""
      )
    }
  }
}
