import Glibc

/// The best curve of a kind. Where the mean goes from 0 to 1 the likelihood of lines has one maximum;
/// with a floor or a plateau it may have several, or grow with the slope without end. So curves climb
/// from the best of many lines side by side, and curves as steep as one likes are counted up.
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
  ///   - link: with the values of ends that are not fitted, and those of the others near `curve`.
  ///   - ends: those that are fitted. One that goes on to its bound stays there.
  ///   - curve: the best one where nothing is held; nil: it is looked for.
  /// - Returns: nil where there is no best curve.
  func best(
    _ held: Held, _ link: BoundedLink, fitting ends: [CurveEnd], near curve: Curve? = nil
  ) -> Best? {
    var (link, ends) = (link, ends)
    var steps: [Best] = []
    if case .end(let end, let value) = held {
      link[end] = value
      ends.removeAll { $0 == end }
      for other in ends where link.floor >= link.plateau { link[other] = (value + other.bound) / 2 }
    }
    if ends.isEmpty && link.isWhole { return whole(held, link) }
    switch held {
    case .nothing, .end: steps = self.steps(link, ends)
    case .slope, .eta, .mean: break
    }
    var starts = basins(held, link, fitting: ends)
    if let curve { starts.append(best(held, link, curve)) }
    let near = (starts + steps.dropFirst())
      .map { climb(held, from: $0, fitting: ends, until: 1e-6) }
      .filter(\.deviance.isFinite).min { $0.deviance < $1.deviance }
    var found = near.map { climb(held, from: $0, fitting: ends, until: 1e-20) }
    if let link = found?.link, link.isWhole { found = whole(held, link) ?? found }
    if let step = steps.first, step.deviance <= found?.deviance ?? .infinity {
      found = step
      found?.isFound = true
    }
    return found
  }

  /// A curve with what is held brought to its value: its middle stays, or its slope.
  private func best(_ held: Held, _ link: BoundedLink, _ curve: Curve) -> Best {
    var curve = curve
    switch held {
    case .nothing, .end: break
    case .slope(let slope):
      if curve.b != slope { curve = Curve(a: slope * (curve.a / curve.b), b: slope) }
    case .eta(let eta, let place): curve.a = eta - curve.b * place
    case .mean(let mean, let place):
      curve.a = (link.predictor(mean) ?? .nan) - curve.b * place
    }
    return Best(link: link, curve: curve, deviance: self(link, u.map { curve($0) }))
  }

  /// The best line where the mean goes from 0 to 1.
  private func whole(_ held: Held, _ link: BoundedLink) -> Best? {
    if let (base, way) = lines(held, link) { return line(link, from: base, along: way) }
    guard let found = line(link) else { return nil }
    var best = best(held, link, found.curve)
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

  /// The best curves of their neighborhoods, the best one first: from those lines that fit better, with
  /// the best ends for each, than the lines beside them.
  private func basins(_ held: Held, _ link: BoundedLink, fitting ends: [CurveEnd]) -> [Best] {
    guard levels.count <= Self.mostScanned else {
      return coarse.basins(held, link, fitting: ends).map { best(held, $0.link, $0.curve) }
    }
    var means = levels.map { ($0.responded + 0.5) / ($0.runs + 1) }
    if case .mean(let mean, _) = held { means.append(mean) }
    var link = link
    for end in ends { link[end] = ((end == .floor ? means.min() : means.max())! + end.bound) / 2 }
    var found: [Best] = []
    for lines in linesAcross(held, link) {
      let scanned = lines.map { line in
        climb(held, from: best(held, link, line), fitting: ends, until: 1e-2, turning: false)
      }
      for (place, best) in scanned.enumerated()
      where best.deviance < (place > 0 ? scanned[place - 1].deviance : .infinity)
        && !(place + 1 < scanned.count && scanned[place + 1].deviance < best.deviance)
      {
        found.append(climb(held, from: best, fitting: ends, until: 1e-4))
      }
    }
    return found.sorted { $0.deviance < $1.deviance }.reduce(into: []) { kept, best in
      let isNew = kept.last.map { best.deviance > $0.deviance + 1e-3 } ?? true
      if isNew, kept.count < 4 { kept.append(best) }
    }
  }

  private static let mostScanned = 12

  /// Neighboring doses taken together, for a first look.
  private var coarse: DoseDeviance {
    let most = Self.mostScanned
    let groups = (0..<most).map { $0 * levels.count / most..<($0 + 1) * levels.count / most }
    return DoseDeviance(
      groups.map { group in
        levels[group].reduce(into: DoseLevel(dose: levels[group.lowerBound].dose)) { $0.add($1) }
      },
      u: groups.map { group in u[group].reduce(0, +) / Double(group.count) },
      center: center, scale: scale)
  }

  /// Lines of a kind side by side: through each dose near an end, halfway or at its mean; where nothing of
  /// the line is held, of one slope each.
  private func linesAcross(_ held: Held, _ link: BoundedLink) -> [[Curve]] {
    let points = zip(levels, u).flatMap { level, u in
      ([0.05, 0.5, 0.95].map(link.link.predictor) + [link.guess(level.responded, of: level.runs)])
        .map { (u, $0) }
    }
    func parallel(_ slope: Double) -> [Curve] {
      points.map { u, eta in Curve(a: eta - slope * u, b: slope) }.sorted { $0.a < $1.a }
    }
    switch held {
    case .nothing, .end:
      // Up to those that have two neighboring doses at the two ends.
      return sequence(first: 0.5) { $0 < steepest / 20 ? 2 * $0 : nil }
        .flatMap { [parallel($0), parallel(-$0)] }
    case .slope(let slope): return [parallel(slope)]
    case .mean(let mean, let place):
      return linesAcross(.eta(link.predictor(mean) ?? .nan, at: place), link)
    case .eta(let eta, let place):
      let slopes = points.map { u, other in (other - eta) / (u - place) }.filter(\.isFinite)
      return [slopes.sorted().map { Curve(a: eta - $0 * place, b: $0) }]
    }
  }

  /// The best of curves as steep as one likes, and a less steep one beside it: doses on each side of a
  /// step have the mean of an end, one dose may lie on the step.
  private func steps(_ link: BoundedLink, _ ends: [CurveEnd]) -> [Best] {
    let count = levels.count
    var sums = [(responded: 0.0, rest: 0.0)]
    for (sum, level) in zip(0..., levels) {
      sums.append((sums[sum].responded + level.responded, sums[sum].rest + level.rest))
    }
    /// Minus twice the log-likelihood of doses at an end, which gets its best value.
    func lack(_ doses: Range<Int>, at end: CurveEnd, of link: inout BoundedLink) -> Double {
      let responded = sums[doses.upperBound].responded - sums[doses.lowerBound].responded
      let rest = sums[doses.upperBound].rest - sums[doses.lowerBound].rest
      if ends.contains(end) && !doses.isEmpty { link[end] = responded / (responded + rest) }
      return (responded > 0 ? -2 * responded * log(link[end]) : 0)
        + (rest > 0 ? -2 * rest * log1p(-link[end]) : 0)
    }
    var (least, found) = (Double.infinity, [Best]())
    for on in (1..<count).map({ $0..<$0 }) + (0..<count).map({ $0..<($0 + 1) }) {
      let (below, above) = (0..<on.lowerBound, on.upperBound..<count)
      for (low, high, sign) in [(below, above, 1.0), (above, below, -1)] {
        var own = link
        let lack =
          lack(low, at: .floor, of: &own) + lack(high, at: .plateau, of: &own)
          - on.reduce(0) { $0 + saturated[$1] }
        guard lack < least, own.floor < own.plateau,
          let eta = on.isEmpty ? 0 : own.predictor(levels[on.lowerBound].mean)
        else { continue }
        least = lack
        let (from, to) = (u[max(0, on.lowerBound - 1)], u[min(count - 1, on.upperBound)])
        let middle = on.isEmpty ? (from + to) / 2 : u[on.lowerBound]
        found = [steepest, 12 / (to - from)].map { slope in
          best(.nothing, own, Curve(a: eta - sign * slope * middle, b: sign * slope))
        }
      }
    }
    return found
  }

  // MARK: The way up

  /// Two numbers of the line, floor and plateau.
  private typealias Numbers = SIMD4<Double>

  /// By Levenberg's and Marquardt's steps of line and ends together.
  ///
  /// - Parameters:
  ///   - smallest: about the half of the deviance that is not worth another step.
  ///   - turning: whether the line is fitted, or the ends alone.
  private func climb(
    _ held: Held, from start: Best, fitting ends: [CurveEnd], until smallest: Double,
    turning: Bool = true
  ) -> Best {
    var (best, damping, lastGain, drop) = (start, 1e-3, Double.infinity, Double.infinity)
    // Where the likelihood is nearly flat along a ridge, steps are short and many.
    for _ in 0..<(turning ? 10 * Self.mostSteps : 4) {
      let ways = turning ? ways(held, best.link) : (Curve(a: 0, b: 0), Curve(a: 0, b: 0))
      let (score, information) = score(held, best, ends, along: ways)
      let step = Self.step(score, information, damping)
      let gain = (step * score).sum() * (1 + damping)
      var next = moved(best, held, step, ends, along: ways)
      // Next to the best curve the deviance is all rounding: each step is to be shorter than the last.
      let isNear = gain <= Self.nearGain && damping <= 10
      if isNear {
        guard next.deviance < best.deviance + Self.rounding * max(1, best.deviance) else {
          // The step was too long for the bend of the ridge.
          damping = max(10 * damping, 1)
          continue
        }
        damping = gain < lastGain ? damping / 2 : 10
        lastGain = gain
      } else if next.deviance < best.deviance {
        damping /= 10
      } else {
        damping *= 10
        guard damping < 1e15 else {
          // No step of any length makes the deviance smaller.
          best.isFound = best.isFound || gain <= Self.flatGain
          break
        }
        continue
      }
      drop = best.deviance - next.deviance
      next.isFound = isNear || best.isFound
      best = next
      if gain <= smallest { break }
    }
    // The last step gained nothing, although steps did not become short.
    if drop <= Self.nearGain { best.isFound = true }
    return best
  }

  private static let nearGain = 1e-9
  private static let flatGain = 1e-6
  private static let rounding = 1e-8

  private func ways(_ held: Held, _ link: BoundedLink) -> (Curve, Curve) {
    lines(held, link).map { ($0.way, Curve(a: 0, b: 0)) } ?? (Curve(a: 1, b: 0), Curve(a: 0, b: 1))
  }

  /// The step of all numbers of which the data tell; NaN where there is none.
  private static func step(_ score: Numbers, _ information: [Numbers], _ damping: Double) -> Numbers
  {
    var (left, right) = (information, score)
    for i in 0..<4 { left[i][i] = information[i][i] > 0 ? information[i][i] * (1 + damping) : 1 }
    for i in 0..<4 {
      guard left[i][i] > 1e-14 * information[i][i] else { return Numbers(repeating: .nan) }
      for j in i + 1..<4 {
        let share = left[j][i] / left[i][i]
        left[j] -= share * left[i]
        right[j] -= share * right[i]
      }
    }
    for i in (0..<4).reversed() {
      for j in i + 1..<4 { right[i] -= left[i][j] * right[j] }
      right[i] /= left[i][i]
    }
    return right
  }

  /// The first derivatives of the log-likelihood, and the information: of ends as it was observed. 0 for
  /// numbers that are not fitted.
  private func score(
    _ held: Held, _ best: Best, _ ends: [CurveEnd], along ways: (Curve, Curve)
  ) -> (score: Numbers, information: [Numbers]) {
    let link = best.link
    var shifts = Numbers.zero
    if case .mean(let mean, _) = held, let eta = link.predictor(mean) {
      shifts = Numbers(0, 0, link.shift(of: eta, with: .floor), link.shift(of: eta, with: .plateau))
    }
    let isFixed = SIMDMask<SIMD4<Int64>>(
      [false, false, !ends.contains(.floor), !ends.contains(.plateau)])
    var score = Numbers.zero
    var information = [Numbers](repeating: .zero, count: 4)
    for (level, u) in zip(levels, u) {
      let inner = link.link.values(best.curve(u))
      let values = link.values(inner)
      let line = shifts + Numbers(ways.0(u), ways.1(u), 0, 0)
      // Of the line Fisher's information, which knows the bend of the means; far out it knows nothing.
      let observed =
        level.responded * values.rise * values.rise + level.rest * values.fall * values.fall
      let share = min(10, max(0.1, (level.runs * values.information / observed).squareRoot()))
      /// - Parameter rate: by which their logarithm rises with eta.
      func add(_ runs: Double, _ log: Double, _ rate: Double, _ sign: Double) {
        guard runs > 0 else { return }
        let ends = sign * Numbers(0, 0, exp(inner.logRest - log), exp(inner.logMean - log))
        score += runs * (rate * line + ends).replacing(with: 0, where: isFixed)
        let slopes = (share * rate * line + ends).replacing(with: 0, where: isFixed)
        for i in 0..<4 { information[i] += runs * slopes[i] * slopes }
      }
      add(level.responded, values.logMean, values.rise, 1)
      add(level.rest, values.logRest, -values.fall, -1)
    }
    // An end at its bound stays there unless the data pull it inward.
    for (place, end) in [(2, CurveEnd.floor), (3, .plateau)]
    where link[end] == end.bound && (score[place] > 0) == (end.bound > 0) {
      score[place] = 0
      information[place] = .zero
      for i in 0..<4 { information[i][place] = 0 }
    }
    return (score, information)
  }

  /// An end goes at most three quarters of the way inward at a time: to the mean that is held, or halfway
  /// to the other end.
  private func moved(
    _ from: Best, _ held: Held, _ step: Numbers, _ ends: [CurveEnd], along ways: (Curve, Curve)
  ) -> Best {
    var (link, curve) = (from.link, from.curve)
    var inner = (link.floor + link.plateau) / 2
    if case .mean(let mean, _) = held { inner = mean }
    for end in ends {
      let wanted = link[end] + step[end == .floor ? 2 : 3]
      let limit = link[end] + 0.75 * (inner - link[end])
      link[end] = end == .floor ? max(0, min(wanted, limit)) : min(1, max(wanted, limit))
    }
    curve.a += step[0] * ways.0.a + step[1] * ways.1.a
    curve.b += step[0] * ways.0.b + step[1] * ways.1.b
    return best(held, link, curve)
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
