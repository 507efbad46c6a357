import PlainText
import SpreadModel

/// What the study asked: factors, constants, design and replicates, from the study with every
/// default filled in, and from the points themselves.
struct AskedSection {
  let folder: ResultsFolder

  var html: String {
    """
    <section id="asked"><h2>Study design</h2>
    <div class="card"><dl>
    \(entries.map { "<dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd>" }.joined(separator: "\n"))
    </dl></div></section>
    """
  }

  private var entries: [(String, String)] {
    let list = folder.points
    var entries = list.varied.map { ("varied: \($0.name)", levels(list.levels($0), $0)) }
    if list.varied.isEmpty { entries.append(("varied", "nothing (a single point)")) }
    let constant = list.parameters.filter { parameter in
      !list.varied.contains(parameter) && list.levels(parameter).count == 1
    }
    if let point = list.points.first {
      let fixed = constant.map { "\($0.name) \($0.word(point[$0]))" }.joined(separator: ", ")
      entries.append(("fixed", fixed))
    }
    if let design = folder.study?["design"]?["type"]?.text {
      entries.append(("design", design.replacing("_", with: " ")))
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
    if let share = stop?["share"]?.number?.double, let steps = stop?["max_steps"]?.text {
      entries.append(
        (
          "a run ends",
          "when \(percent(share)) of the people are infected, when nothing can change, or after "
            + "\(steps) steps"
        ))
    }
    if folder.isChosen {
      entries.append(("responses shown", folder.responses.joined(separator: ", ")))
    } else if !folder.isCalibration {
      entries.append(("main response", folder.mainResponse))
    }
    entries.append(("confidence level", percent(folder.confidence)))
    return entries
  }

  private func levels(_ levels: [String], _ parameter: ModelKey) -> String {
    let levels = levels.map(parameter.word)
    guard levels.count > 12 else { return levels.joined(separator: ", ") }
    let numbers = levels.compactMap(Double.init)
    guard numbers.count == levels.count, let low = numbers.min(), let high = numbers.max() else {
      return levels.prefix(12).joined(separator: ", ") + " and \(levels.count - 12) more"
    }
    return "\(levels.count) values from \(shortNumber(low)) to \(shortNumber(high))"
  }

  private var replicates: String {
    let counts = folder.points.points.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return "none" }
    let range = low == high ? "\(low) per point" : "\(low) to \(high) per point"
    return folder.study?["replicates"]?["until"] == nil
      ? range : "\(range), added until the precision targets were met"
  }
}
