import PlainText
import SpreadModel
import Statistics

/// What must hold for response surfaces and their designs.
extension StudyDecoder {
  func surface(_ value: Node) -> SurfaceRequest? { SurfaceRequest(in: value, self) }

  /// The factors of each surface are numeric factors of the study, each once, and all of them.
  mutating func checkSurfaces(_ requests: Node?, _ study: Study) {
    for request in requests.elements {
      if let names = child(request, "factors") { checkSurfaceFactors(names, study) }
    }
  }

  private mutating func checkSurfaceFactors(_ names: Node, _ study: Study) {
    let given: [ModelKey?] = names.elements.map { name in
      mistakes.sound(name)?.string.flatMap(parameter(named:))
    }
    guard !given.contains(nil) else { return }  // reported already
    var seen: Set<ModelKey> = []
    var isSound = true
    for (parameter, name) in zip(given.compactMap(\.self), names.elements) {
      let problem = problem(parameter, seen: !seen.insert(parameter).inserted, study)
      guard let problem else { continue }
      isSound = false
      mistakes.add(problem.code, at: name, problem.message)
    }
    guard isSound else { return }
    let left = study.factors.filter { $0.levelCount != 1 }.map(\.parameter).filter {
      !seen.contains($0)
    }
    guard let first = left.first else { return }
    let number = first.allowed.numbers != nil
    mistakes.add(
      .badRelation, at: names,
      "\(first.name) varies too, and a surface describes all points; "
        + (number
          ? "add it here, or give it under \"model\""
          : "give it under \"model\", and make one study per level"))
  }

  private func problem(
    _ parameter: ModelKey, seen: Bool, _ study: Study
  ) -> (code: ErrorCode, message: String)? {
    if seen { return (.duplicateValue, "\(parameter.name) is named twice; remove one of the two") }
    guard let factor = study.factors.first(where: { $0.parameter == parameter }) else {
      guard root["factors"]?[parameter.name] == nil else { return nil }  // reported there
      let factors = study.factors.filter { $0.parameter.allowed.numbers != nil }
        .map(\.parameter.name)
      return (
        .unknownValue,
        "\(parameter.name) is not a factor of this study; "
          + (factors.isEmpty
            ? "the study has no numeric factors"
            : "the numeric factors are \(Shape.listed(factors))")
      )
    }
    guard parameter.allowed.numbers != nil, factor.hasOnlyNumbers else {
      return (
        .badRelation,
        "\(parameter.name) has levels that are not numbers; a surface needs numeric factors"
      )
    }
    return nil
  }

  /// Enough factors, and whole numbers far enough apart for three levels.
  mutating func checkSurfaceDesign<Kind: SurfaceDesign>(_ design: Kind, _ study: Study) {
    let given = root["factors"].members.count
    let allowed = Kind.factorCounts
    if let place = root["design"], given > 0, !allowed.contains(given) {
      mistakes.add(
        .badRelation, at: place,
        "the design \"\(design.name)\" is for \(allowed.lowerBound) to \(allowed.upperBound) "
          + "factors, and there \(given == 1 ? "is 1" : "are \(given)"); "
          + Kind.other)
      return
    }
    let points = design.places(factors: max(given, allowed.lowerBound))
    let places = Set(points.joined()).sorted()
    for factor in study.factors where factor.parameter.allowed.isWhole {
      guard case .interval(let from, let to, _) = factor.levels, from < to,
        let place = place(of: factor)
      else { continue }
      let levels = places.compactMap(factor.level(atPlace:))
      // Corners beside the center, and the center: other levels may be one and the same.
      let needed = levels.count == 5 ? Array(levels[1...3]) : levels
      guard Set(needed).count < needed.count else { continue }
      mistakes.add(
        .badRange, at: place["to"]?.place ?? place.key,
        "there are too few whole numbers between \(Shape.plain(from)) and \(Shape.plain(to)) for "
          + "the three levels of the design; give ends farther apart")
    }
  }
}

extension Factor {
  /// Words such as "forever" or "square" have no position on an axis.
  fileprivate var hasOnlyNumbers: Bool {
    guard case .values(let values) = levels else { return true }
    return values.allSatisfy { value in
      switch value {
      case .whole, .real: true
      case .name, .introductions, .people, .absent: false
      }
    }
  }
}
