import Foundation
import KeyedRandom
import Testing

/// Whether anything that is drawn would be another by the functions of another mathematics library: the program's
/// own `exp`, `log` and what follows from them beside those of the system, and beside values one unit in
/// the last place off.
@Suite struct OtherLibraryTests {
  struct Library: CustomStringConvertible, Sendable {
    let description: String
    let exp, log, log1p, lgamma: @Sendable (Double) -> Double
  }

  static let libraries = [
    Library(
      description: "one unit in the last place off", exp: { exponential($0).nextUp },
      log: { naturalLogarithm($0).nextDown }, log1p: { Foundation.log1p($0).nextUp },
      lgamma: { Foundation.lgamma($0).nextDown }),
    Library(
      description: "the system", exp: { Foundation.exp($0) }, log: { Foundation.log($0) },
      log1p: { Foundation.log1p($0) }, lgamma: { Foundation.lgamma($0) }),
  ]

  private static func words(_ key: UInt64, _ count: Int) -> [UInt64] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in stream.next() }
  }

  @Test("the functions agree within three units in the last place", arguments: libraries)
  func functions(library: Library) {
    var stream = RandomStream(key: 71)
    for _ in 0..<200_000 {
      let x = 1400 * (stream.unit() - 0.5)
      let e = library.exp(x)
      #expect(abs(exponential(x) - e) <= 3 * e.ulp || e < 1e-300, "exp \(x)")
      let positive = library.exp(0.5 * x)
      let l = library.log(positive)
      #expect(abs(naturalLogarithm(positive) - l) <= 3 * l.ulp, "log \(positive)")
      let chance = stream.unit() * stream.unit()
      let rest = library.log1p(-chance)
      // 1 - chance is rounded first where the chance is no small one.
      #expect(
        abs(logarithm(oneMinus: chance) - rest) <= 3 * rest.ulp + (chance > 0.01 ? 1.2e-16 : 0),
        "log1p -\(chance)")
    }
  }

  @Test(
    "no number of trials up to a success is another", arguments: libraries,
    [0.0005, 0.01, 0.0100001, 0.05, 0.3, 0.5, 0.9, 0.999])
  func gaps(library: Library, chance: Double) {
    let own = GeometricGaps(chance: chance)
    let scale = 1 / library.log1p(-chance)
    for word in Self.words(72, 20_000) + [0, 1 << 11, 2 << 11, .max] {
      let trials = library.log((Double(word >> 11) + 0.5) * 0x1p-53) * scale
      #expect(own.gap(word) == UInt64(min(trials, 0x1p62)) + 1, "\(word)")
    }
  }

  /// The first chances of distributions of contacts, from which the others follow by divisions.
  private static let distributions: [@Sendable (_ mean: Double, _ library: Library?) -> Double] = [
    { mean, library in library.map { $0.exp(-mean) } ?? exponential(-mean) },
    { mean, library in
      library.map { $0.exp(-$0.log1p(mean)) } ?? exponential(-logarithm(onePlus: mean))
    },
    { mean, library in
      let r = 0.4
      return library.map { $0.exp(-r * $0.log1p(mean / r)) }
        ?? exponential(-r * logarithm(onePlus: mean / r))
    },
  ]

  private static func number(
    _ distribution: Int, _ mean: Double, _ first: Double, _ fraction: Double
  ) -> Int {
    var (chance, sum, number) = (first, first, 0)
    while fraction >= sum, number < 10_000 {
      number += 1
      switch distribution {
      case 0: chance *= mean / Double(number)
      case 1: chance *= mean / (1 + mean)
      default: chance *= (Double(number) - 1 + 0.4) / Double(number) * (mean / (0.4 + mean))
      }
      sum += chance
    }
    return number
  }

  @Test(
    "no number of contacts is another: Poisson, geometric, negative binomial",
    arguments: libraries, [0.3, 1, 2.5, 12, 80])
  func numbers(library: Library, mean: Double) {
    for distribution in Self.distributions.indices {
      let own = Self.distributions[distribution](mean, nil)
      let other = Self.distributions[distribution](mean, library)
      #expect(abs(own - other) <= 1e-14 * other)
      for word in Self.words(73, 10_000) {
        let fraction = Double(word >> 11) * 0x1p-53
        let numbers = [own, other].map { Self.number(distribution, mean, $0, fraction) }
        #expect(numbers[0] == numbers[1], "distribution \(distribution), \(word)")
      }
    }
  }

  @Test(
    "a gamma variable is the quantile by other functions, and no number of contacts is another",
    arguments: libraries, [0.05, 0.3, 0.5, 1, 3, 40])
  func gamma(library: Library, shape: Double) {
    let gamma = GammaFactor(shape: shape)
    for word in Self.words(74, 5_000) {
      let x = gamma.factor(word) * shape
      let p = (Double(word >> 11) + 0.5) * 0x1p-53
      guard x > 1e-100 else { continue }
      let lower = Self.lower(shape, x, library)
      let density = library.exp(
        (shape - 1) * library.log(x) - x - library.lgamma(shape))
      // The logarithms of what is multiplied grow with the shape, and their rounding with them.
      #expect(abs(lower - p) <= 4e-15 * (1 + shape) * p, "\(word): \(x)")
      // The distance to the quantile by these functions.
      let distance = abs(lower - p) / (density * x)
      let fraction = Double(mix(word) >> 11) * 0x1p-53
      let means = [1, 1 + distance].map { 2.5 * x / shape * $0 }
      let numbers = means.map { Self.number(0, $0, exponential(-$0), fraction) }
      #expect(numbers[0] == numbers[1], "\(word): \(x)")
    }
  }

  /// P(shape, x) by its series.
  private static func lower(_ shape: Double, _ x: Double, _ library: Library) -> Double {
    var term = 1 / shape
    var sum = term
    var a = shape
    while term > 1e-18 * sum {
      a += 1
      term *= x / a
      sum += term
    }
    return sum * library.exp(shape * library.log(x) - x - library.lgamma(shape))
  }

  @Test(
    "precise functions are those of the system but for half a unit in the last place",
    arguments: libraries.suffix(1))
  func precise(library: Library) {
    var stream = RandomStream(key: 75)
    var differ = 0
    for _ in 0..<20_000 {
      let x = 100 * (stream.unit() - 0.5)
      let (e, other) = (preciseExponential(x), library.exp(x))
      let (l, otherLogarithm) = (preciseLogarithm(other), library.log(other))
      #expect(abs(e - other) <= other.ulp && abs(l - otherLogarithm) <= otherLogarithm.ulp, "\(x)")
      differ += (e == other ? 0 : 1) + (l == otherLogarithm ? 0 : 1)
      let exponent = stream.unit()
      let root = library.exp(exponent * library.log(other))
      #expect(abs(power(other, exponent) - root) <= 1e-14 * root, "\(other)^\(exponent)")
    }
    // Libraries err by 0.51 units: one value in 200 at most is rounded to the other side.
    #expect(differ < 200)
  }

  @Test("powers with an exact value have it")
  func powers() {
    #expect(power(10, 0) == 1 && power(1, 0.3) == 1 && power(16, 0.25) == 2)
    #expect(power(100, 0.5) == 10 && power(2, 10) == 1024 && power(0.25, 0.5) == 0.5)
    #expect(power(1e-300, 0.5) == 1e-150 && preciseExponential(0) == 1 && preciseLogarithm(1) == 0)
    #expect(preciseExponential(1e300) == .infinity && preciseExponential(-1e300) == 0)
    #expect(
      preciseLogarithm(2) == 0x1.62e42fefa39efp-1 && preciseExponential(1) == 2.718281828459045)
  }

  @Test("the normal quantile is that of its distribution", arguments: libraries)
  func normal(library: Library) {
    var stream = RandomStream(key: 76)
    for round in 0..<20_000 {
      let p = round % 2 == 0 ? stream.unit() : stream.unit() * 1e-9 + 1e-16
      let z = normalQuantile(p)
      let found = erfc(-z / 2.0.squareRoot()) / 2
      let density = library.exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      #expect(abs(found - p) <= 4e-15 * max(p, density * max(1, abs(z))), "\(p)")
      #expect(normalQuantile(0.5) == 0)
    }
  }
}
