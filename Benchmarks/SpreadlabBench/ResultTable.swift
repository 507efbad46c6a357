/// What was measured, as lines of text and as CSV.
struct ResultTable {
  private(set) var csv =
    "workload,people,candidate,rounds,median_us,min_us,ns_per_person,ratio_to_first\n"

  var header: String {
    row("workload", "people", "candidate", "median us", "min us", "ns/person", "ratio")
  }

  /// Notes a candidate; the ratio is the median of the rounds' ratios to the first candidate.
  mutating func add(
    _ candidate: Candidate, against first: Candidate, _ workload: Workload
  ) -> String {
    let ratios = zip(candidate.times, first.times).map { $0 / $1 }.sorted()
    let ratio = ratios[ratios.count / 2]
    let median = candidate.median * 1e6
    let least = (candidate.times.min() ?? 0) * 1e6
    let perPerson = candidate.median * 1e9 / Double(workload.people)
    csv +=
      "\(workload.name),\(workload.people),\(candidate.name),\(candidate.times.count),"
      + "\(rounded(median)),\(rounded(least)),\(rounded(perPerson)),\(rounded(ratio))\n"
    return row(
      workload.name, "\(workload.people)", candidate.name, "\(rounded(median))",
      "\(rounded(least))", "\(rounded(perPerson))", "\(rounded(ratio))")
  }

  private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

  private func row(_ cells: String...) -> String {
    let widths = [14, 9, 10, 12, 12, 10, 7]
    return zip(cells, widths).enumerated().map { index, cell in
      let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 || index == 2 ? cell.0 + space : space + cell.0
    }.joined(separator: " ")
  }
}
