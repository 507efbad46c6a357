import PlainText
import SpreadModel
import Tables

/// What the study asked: factors, constants, design and replicates, from the study with every
/// default filled in, and from the points themselves.
struct AskedSection {
  let folder: ResultsFolder

  var html: String {
    """
    <section id="asked"><h2>Study design</h2>
    <div class="card"><dl>
    \(entries.map { "<dt>\(escaped($0.0))</dt><dd>\($0.1.html)</dd>" }.joined(separator: "\n"))
    </dl></div></section>
    """
  }

  private var entries: [(String, Words)] {
    let list = folder.points
    let points = Source("points")
    var entries = list.varied.map { ("varied: \($0.name)", levels(list.levels($0), $0)) }
    if list.varied.isEmpty { entries.append(("varied", "nothing (a single point)")) }
    let constant = list.parameters.filter { parameter in
      !list.varied.contains(parameter) && list.levels(parameter).count == 1
    }
    if let point = list.points.first {
      let fixed = constant.map { key -> Words in
        "\(name: key.name) \(points.cell(key.name, point[key], shown: key.word(point[key])))"
      }
      entries.append(("fixed", fixed.joined(separator: ", ")))
    }
    if let design = setting("design.type", folder.study?["design"]?["type"]) {
      entries.append(("design", design))
    }
    entries.append(("replicates", replicates))
    if let numbers = folder.study?["random_numbers"]?.text {
      entries.append(
        (
          "random numbers",
          numbers == "common"
            ? "common: replicate r uses the same random numbers at every point"
            : "independent for every point"
        ))
    }
    let stop = folder.study?["model"]?["stop"]
    if let share = stop?["share"]?.number?.double,
      let steps = setting("model.stop.max_steps", stop?["max_steps"])
    {
      entries.append(
        (
          "a run ends",
          "when \(Source.study.percentage("model.stop.share", share)) of the people are infected, when "
            + "nothing can change, or after \(steps) steps"
        ))
    }
    if folder.isChosen {
      entries.append(("responses shown", Words(name: folder.responses.joined(separator: ", "))))
    } else if !folder.isCalibration {
      entries.append(("main response", Words(name: folder.mainResponse)))
    }
    entries.append(("confidence level", folder.level))
    return entries
  }

  private func setting(_ path: String, _ value: JSONValue?) -> Words? {
    value?.text.map { Source.study.cell(path, $0, shown: $0.replacing("_", with: " ")) }
  }

  /// The levels of a parameter, and how many more there are if they are many.
  private func levels(_ levels: [String], _ parameter: ModelKey) -> Words {
    let (name, points) = (parameter.name, Source("points"))
    func words(_ levels: some Sequence<String>) -> Words {
      levels.map { points.with(name, [$0]).cell(name, $0, shown: parameter.word($0)) }
        .joined(separator: ", ")
    }
    guard levels.count > 12 else {
      return points.derived(
        .levels, of: name, value: levels.joined(separator: "|"), shown: words(levels))
    }
    let count = points.distinct(levels.count, of: name)
    let numbers = levels.compactMap(Double.init)
    guard numbers.count == levels.count, let low = numbers.min(), let high = numbers.max() else {
      return "\(count) values: \(words(levels.prefix(12))), and others"
    }
    return "\(count) values from \(end(.min, low, of: name)) to \(end(.max, high, of: name))"
  }

  private func end(_ end: Source.Derivation, _ value: Double, of column: String) -> Words {
    Source("points").derived(
      end, of: column, value: "\(value)", shown: Words(name: shortNumber(value)))
  }

  private var replicates: Words {
    let counts = folder.points.points.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return "none" }
    let (least, most) = (
      end(.min, Double(low), of: "replicates"), end(.max, Double(high), of: "replicates")
    )
    let range: Words = low == high ? "\(most) per point" : "\(least) to \(most) per point"
    return folder.study?["replicates"]?["until"] == nil
      ? range : "\(range), added until the precision targets were met"
  }
}
