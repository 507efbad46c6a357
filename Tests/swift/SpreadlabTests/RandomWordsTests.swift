import Spreadlab
import Testing

@Suite struct RandomWordsTests {
  // The values were computed apart from the program, from docs/randomness.md, "Words".
  @Test("the first values of every function are these, in every version")
  func pinned() {
    var random = RandomWords(key: 42)
    #expect(random.next() == 13_679_457_532_755_275_413)
    random = RandomWords(key: 42)
    #expect((0..<6).map { _ in random.below(100) } == [74, 15, 27, 34, 3, 86])
    random = RandomWords(key: 42)
    #expect(
      (0..<3).map { _ in random.unit() } == [
        0.7415648787718233, 0.1599103928769201, 0.27860113025513866,
      ])
    random = RandomWords(key: 42)
    #expect(random.choice(of: 5, from: 9) == [6, 2, 3, 5, 4])
    random = RandomWords(key: 42)
    #expect((0..<8).map { _ in random.geometric(mean: 2) } == [0, 4, 3, 2, 8, 0, 3, 0])
    random = RandomWords(key: 42)
    #expect((0..<4).map { _ in random.happens(0.5) } == [false, true, true, true])
  }

  @Test("what has probability 0 never happens, what has 1 always does")
  func sure() {
    var random = RandomWords(key: 1)
    for _ in 0..<1_000 {
      #expect(!random.happens(0) && random.happens(1))
      #expect(random.geometric(mean: 0) == 0 && random.below(1) == 0)
    }
  }

  @Test("geometric numbers have their distribution", arguments: [0.05, 0.5, 1, 3, 40])
  func geometric(mean: Double) {
    var random = RandomWords(key: 7)
    let draws = 40_000
    var counts: [Int: Int] = [:]
    for _ in 0..<draws { counts[random.geometric(mean: mean), default: 0] += 1 }
    // Of each number that is expected often enough: within five standard errors.
    var chance = 1 / (1 + mean)
    var number = 0
    while chance * Double(draws) > 20 {
      let expected = chance * Double(draws)
      let error = (expected * (1 - chance)).squareRoot()
      #expect(abs(Double(counts[number, default: 0]) - expected) < 5 * error, "\(number)")
      chance *= mean / (1 + mean)
      number += 1
    }
    #expect(number > 1)
  }
}
