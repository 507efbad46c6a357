import Glibc

/// The best curve of a kind. Where the mean goes from 0 to 1 the likelihood of lines has one maximum;
/// with a floor or a plateau it may have several, so line and ends climb together from many lines.
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
    var curve: Curve
    var deviance: Double
    /// Where the mean goes from 0 to 1 and nothing is held: with (X'WX)^-1.
    var line: GSL.WeightedLine?
    /// Whether the search came to its end.
    var isFound = false
  }

  /// - Parameters:
  ///   - starts: ends from which to search.
  ///   - ends: those that are fitted. One that goes on to its bound stays there.
  /// - Returns: nil where there is no best curve.
  func best(_ held: Held, from starts: [BoundedLink], fitting ends: [CurveEnd]) -> Best? {
    var (starts, ends) = (starts, ends)
    if case .end(let end, let value) = held {
      ends.removeAll { $0 == end }
      for place in starts.indices {
        starts[place][end] = value
        for other in ends where starts[place].floor >= starts[place].plateau {
          starts[place][other] = (value + other.bound) / 2
        }
      }
    }
    if ends.isEmpty, let link = starts.first(where: \.isWhole) { return whole(held, link) }
    let near = anchors.flatMap { anchor in
      // By the other level that lines go through.
      var nearest: [Int: Best] = [:]
      for start in starts {
        for (group, lines) in lines(held, start, through: anchor).enumerated() {
          for found in lines.map({ best(start, $0) }) where found.deviance.isFinite {
            if found.deviance < nearest[group]?.deviance ?? .infinity { nearest[group] = found }
          }
        }
      }
      return nearest.sorted { $0.key < $1.key }.map(\.value)
    }.map { climb(held, from: $0, fitting: ends, until: 1e-6) }.min { $0.deviance < $1.deviance }
    guard let near else { return nil }
    let found = climb(held, from: near, fitting: ends, until: 1e-20)
    return found.link.isWhole ? whole(held, found.link) ?? found : found
  }

  private func best(_ link: BoundedLink, _ curve: Curve) -> Best {
    Best(link: link, curve: curve, deviance: self(link, u.map { curve($0) }))
  }

  /// The best line where the mean goes from 0 to 1.
  private func whole(_ held: Held, _ link: BoundedLink) -> Best? {
    if let (base, way) = lines(held, link) { return line(link, from: base, along: way) }
    guard let found = line(link) else { return nil }
    var best = best(link, found.curve)
    (best.line, best.isFound) = (found.line, true)
    return best
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

  // MARK: Where to begin

  /// Some of the levels, from end to end.
  private var anchors: [Int] {
    let last = levels.count - 1
    let steps = min(last, Self.mostAnchors - 1)
    return (0...steps).map { $0 * last / steps }
  }

  private static let mostAnchors = 9

  /// Lines of a kind through a level and another place: at the level near its mean, at the floor, halfway
  /// or at the plateau. Where nothing is held those through each other level are apart.
  private func lines(_ held: Held, _ link: BoundedLink, through anchor: Int) -> [[Curve]] {
    func sample(_ level: Int) -> [Double] {
      [0.05, 0.5, 0.95].map(link.link.predictor)
        + [link.guess(levels[level].responded, of: levels[level].runs)]
    }
    let (etas, place) = (sample(anchor), u[anchor])
    func lines(to other: Double, at far: Double) -> [Curve] {
      etas.compactMap { eta in
        let slope = (other - eta) / (far - place)
        return slope.isFinite ? Curve(a: eta - slope * place, b: slope) : nil
      }
    }
    switch held {
    case .nothing, .end:
      let all = anchors.filter { $0 > anchor }.map { far in
        sample(far).flatMap { lines(to: $0, at: u[far]) }
      }
      if case .nothing = held { return all }
      return [all.flatMap { $0 }]
    case .slope(let slope): return [etas.map { Curve(a: $0 - slope * place, b: slope) }]
    case .eta(let eta, let far): return [lines(to: eta, at: far)]
    case .mean(let mean, let far):
      return [link.predictor(mean).map { lines(to: $0, at: far) } ?? []]
    }
  }

  // MARK: The way up

  /// By Levenberg's and Marquardt's steps of line and ends together.
  ///
  /// - Parameter smallest: about the half of the deviance that is not worth another step.
  private func climb(
    _ held: Held, from start: Best, fitting ends: [CurveEnd], until smallest: Double
  ) -> Best {
    var (best, damping, lastGain) = (start, 1e-3, Double.infinity)
    for _ in 0..<Self.mostSteps {
      let (score, information) = score(held, best, ends)
      let step = Self.step(score, information, damping)
      let gain = zip(step, score).reduce(0) { $0 + $1.0 * $1.1 } * (1 + damping)
      var next = moved(best, held, step, ends)
      // Next to the best curve the deviance is all rounding: each step is to be shorter than the last.
      let isNear = gain <= Self.nearGain && damping <= 10
      if isNear {
        guard next.deviance.isFinite else { break }
        damping = gain < lastGain ? damping / 2 : 10
        lastGain = gain
      } else if next.deviance < best.deviance {
        damping /= 10
      } else {
        damping *= 10
        guard damping < 1e15 else { break }
        continue
      }
      next.isFound = isNear || best.isFound
      best = next
      if gain <= smallest { break }
    }
    return best
  }

  private static let nearGain = 1e-9

  /// The step of all numbers of which the data tell; NaN where there is none.
  private static func step(
    _ score: [Double], _ information: [[Double]], _ damping: Double
  ) -> [Double] {
    let free = score.indices.filter { information[$0][$0] > 0 }
    let matrix = free.map { i in free.map { information[i][$0] * (i == $0 ? 1 + damping : 1) } }
    let found = solveSymmetric(matrix, free.map { score[$0] })
    var step = [Double](repeating: found == nil ? .nan : 0, count: score.count)
    for (place, value) in zip(free, found ?? []) { step[place] = value }
    return step
  }

  /// The first derivatives of the log-likelihood by the numbers of the line that are left, then by the
  /// ends; and minus the second, but for what comes from the bend of the means: never negative.
  private func score(
    _ held: Held, _ best: Best, _ ends: [CurveEnd]
  ) -> (score: [Double], information: [[Double]]) {
    let link = best.link
    let way = lines(held, link)?.way
    var shifts = ends.map { _ in 0.0 }
    if case .mean(let mean, _) = held, let eta = link.predictor(mean) {
      shifts = ends.map { link.shift(of: eta, with: $0) }
    }
    let count = (way == nil ? 2 : 1) + ends.count
    var score = [Double](repeating: 0, count: count)
    var information = [[Double]](repeating: score, count: count)
    var slopes = score
    let line = count - ends.count
    for (level, u) in zip(levels, u) {
      let eta = best.curve(u)
      let values = link.values(eta)
      // Of ln p and of ln(1 - p).
      for (runs, log, rate, sign) in [
        (level.responded, values.logMean, values.rise, 1.0),
        (level.rest, values.logRest, -values.fall, -1),
      ] where runs > 0 {
        slopes[0] = rate * (way?(u) ?? 1)
        if line > 1 { slopes[1] = rate * u }
        for (place, end) in ends.enumerated() {
          slopes[line + place] =
            sign * link.effect(of: end, at: eta) * exp(-log) + rate * shifts[place]
        }
        for i in 0..<count {
          score[i] += runs * slopes[i]
          for j in 0..<count { information[i][j] += runs * slopes[i] * slopes[j] }
        }
      }
    }
    // An end at its bound stays there unless the data pull it inward.
    for (place, end) in zip(line..<count, ends) where link[end] == end.bound {
      if (score[place] > 0) == (end.bound > 0) { information[place][place] = 0 }
    }
    return (score, information)
  }

  /// An end goes at most three quarters of the way inward at a time: to the mean that is held, or halfway
  /// to the other end.
  private func moved(_ from: Best, _ held: Held, _ step: [Double], _ ends: [CurveEnd]) -> Best {
    var (link, curve) = (from.link, from.curve)
    var inner = (link.floor + link.plateau) / 2
    if case .mean(let mean, _) = held { inner = mean }
    for (end, step) in zip(ends, step.suffix(ends.count)) {
      let wanted = link[end] + step
      let limit = link[end] + 0.75 * (inner - link[end])
      link[end] = end == .floor ? max(0, min(wanted, limit)) : min(1, max(wanted, limit))
    }
    if let way = lines(held, from.link)?.way {
      curve.a += step[0] * way.a
      curve.b += step[0] * way.b
    } else {
      curve.a += step[0]
      curve.b += step[1]
    }
    if case .mean(let mean, let place) = held {
      curve.a = (link.predictor(mean) ?? .nan) - curve.b * place
    }
    return best(link, curve)
  }

  /// A level's change with the line, then with ends, in standard errors; nil where its variance is next to
  /// nothing.
  func row(_ best: Best, _ place: Int, _ ends: [CurveEnd]) -> [Double]? {
    let (level, eta) = (levels[place], best.curve(u[place]))
    let values = best.link.values(eta)
    let root = (level.runs * values.information).squareRoot()
    let perMean = (level.runs / values.variance).squareRoot()
    guard perMean.isFinite else { return nil }
    return [root, root * u[place]] + ends.map { perMean * best.link.effect(of: $0, at: eta) }
  }
}
