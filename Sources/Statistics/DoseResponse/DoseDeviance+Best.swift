import Glibc

/// The best curve of a kind: its line by the one way, or the other, for given ends, and around it a
/// search over the ends that are fitted, by Fisher scoring. Without such ends it is that line.
extension DoseDeviance {
  /// What all curves of a kind have in common.
  enum Held {
    case nothing
    case slope(Double)
    /// The eta at a place.
    case eta(Double, at: Double)
    /// The mean at a place.
    case mean(Double, at: Double)
    case end(CurveEnd, Double)
  }

  struct Best {
    var link: BoundedLink
    /// By level.
    var eta: [Double]
    var deviance: Double
    /// Where nothing of the line is held: both numbers, and (X'WX)^-1.
    var line: (curve: Curve, line: GSL.WeightedLine)?
    /// Whether the search over the ends came to its end.
    var isFound = false
  }

  /// - Parameters:
  ///   - start: where the search over the ends begins.
  ///   - ends: those that are fitted. One that goes on to its bound stays there.
  /// - Returns: nil where there is no best line.
  func best(_ held: Held, from start: BoundedLink, fitting ends: [CurveEnd]) -> Best? {
    var (link, ends) = (start, ends)
    if case .end(let end, let value) = held {
      link[end] = value
      ends.removeAll { $0 == end }
      for other in ends where link.floor >= link.plateau {
        link[other] = (value + other.bound) / 2
      }
    }
    guard var best = line(held, link) else {
      guard case .end = held else { return nil }
      // The steeper the line the better it fits.
      return [steepest, -steepest].compactMap { best(.slope($0), from: link, fitting: ends) }
        .min { $0.deviance < $1.deviance }
    }
    var lastGain = Double.infinity
    for _ in 0..<Self.mostMoves where !ends.isEmpty {
      if let end = ends.first(where: { abs(best.link[$0] - $0.bound) < 1e-8 }) {
        ends.removeAll { $0 == end }
        link = best.link
        link[end] = end.bound
        guard let without = line(held, link) else { return nil }
        best = without
        continue
      }
      let (score, information) = score(held, best, ends)
      guard let step = solveSymmetric(information, score)?.suffix(ends.count) else { return best }
      let gain = zip(step, score.suffix(ends.count)).reduce(0) { $0 + $1.0 * $1.1 }
      // Next to the best curve the deviance is all rounding, and each step is shorter than the last.
      let isNear = gain <= 1e-9
      if isNear && !(gain > 1e-24 && gain < lastGain) { break }
      if isNear { lastGain = gain }
      var share = 1.0
      var next: Best?
      repeat {
        next = line(held, moved(best.link, ends, step.map { share * $0 }, held))
        share /= 2
      } while !isNear && !((next?.deviance ?? .nan) < best.deviance) && share > 1e-9
      guard let next, isNear || next.deviance < best.deviance else { return best }
      best = next
    }
    best.isFound = true
    return best
  }

  /// The best line for given ends.
  private func line(_ held: Held, _ link: BoundedLink) -> Best? {
    var found: (curve: Curve, line: GSL.WeightedLine)?
    let eta: [Double]
    if let (base, way) = lines(held, link) {
      eta = line(link, from: base, along: way)
    } else {
      found = line(link)
      guard let curve = found?.curve else { return nil }
      eta = u.map { curve($0) }
    }
    return Best(link: link, eta: eta, deviance: self(link, eta), line: found)
  }

  /// The lines that are left are base + t way; nil: all.
  private func lines(_ held: Held, _ link: BoundedLink) -> (base: Curve, way: Curve)? {
    switch held {
    case .nothing, .end: return nil
    case .slope(let slope): return (Curve(a: 0, b: slope), Curve(a: 1, b: 0))
    case .mean(let mean, let place):
      return lines(.eta(link.predictor(mean) ?? .nan, at: place), link)
    case .eta(let eta, let place):
      // The base is the point of the line next to 0, the way along it has length 1.
      let length = (1 + place * place).squareRoot()
      return (
        Curve(a: eta / length / length, b: eta * (place / length) / length),
        Curve(a: -place / length, b: 1 / length)
      )
    }
  }

  /// Of the line, then of the ends.
  private func score(
    _ held: Held, _ best: Best, _ ends: [CurveEnd]
  ) -> (score: [Double], information: [[Double]]) {
    let way = lines(held, best.link)?.way
    var shifts = ends.map { _ in 0.0 }
    if case .mean(let mean, _) = held, let eta = best.link.predictor(mean) {
      shifts = ends.map { best.link.shift(of: eta, with: $0) }
    }
    let count = (way == nil ? 2 : 1) + ends.count
    var score = [Double](repeating: 0, count: count)
    var information = [[Double]](repeating: score, count: count)
    for (i, u) in u.enumerated() {
      let directions: [Double] = if let way { [way(u)] } else { [1, u] }
      guard let point = row(best.link, i, best.eta[i], directions, ends, shifts) else { continue }
      for i in 0..<count {
        score[i] += point.row[i] * point.residual
        for j in 0..<count { information[i][j] += point.row[i] * point.row[j] }
      }
    }
    return (score, information)
  }

  /// A level's change with some directions of eta, then with ends, and its residual, both in standard
  /// errors; nil where its variance is next to nothing.
  ///
  /// - Parameter shifts: by how much eta rises with each end.
  func row(
    _ link: BoundedLink, _ place: Int, _ eta: Double, _ directions: [Double], _ ends: [CurveEnd],
    _ shifts: [Double]
  ) -> (row: [Double], residual: Double)? {
    let (level, values) = (levels[place], link.values(eta))
    let root = (level.runs * values.information).squareRoot()
    let perMean = (level.runs / values.variance).squareRoot()
    guard perMean.isFinite else { return nil }
    let line = directions.map { root * $0 }
    let rest = zip(ends, shifts).map {
      perMean * link.effect(of: $0, at: eta) + root * $1
    }
    let residual = perMean * (level.mean - exp(values.logMean))
    return (line + rest, residual)
  }

  /// An end goes at most three quarters of the way to its bounds at a time: 0, 1, the mean that is held,
  /// or halfway to the other end.
  private func moved(
    _ link: BoundedLink, _ ends: [CurveEnd], _ steps: [Double], _ held: Held
  ) -> BoundedLink {
    var inner = (link.floor + link.plateau) / 2
    if case .mean(let mean, _) = held { inner = mean }
    var next = link
    for (end, step) in zip(ends, steps) {
      let value = link[end]
      let outward = 0.75 * (end.bound - value)
      let inward = 0.75 * (inner - value)
      next[end] = value + max(min(step, max(outward, inward)), min(outward, inward))
    }
    return next
  }

  private static let mostMoves = 500
}
