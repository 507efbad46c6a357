import PlainText
import Report
import Testing

/// How many digits a number with an interval is shown with.
@Suite struct DigitsTests {
  @Test(
    "value and ends go to the second digit of the half-width",
    arguments: [
      (5.234567, 5.0, 5.4, "5.23"), (0.77496, 0.76542, 0.78532, "0.7750"),
      (-1.26, -1.4, -1.0, "-1.26"), (1234.5678, 1000, 1500, "1230"), (14.96, 13.9, 16.1, "15.0"),
      (1000.1234, 1000.1, 1000.14, "1000.123"), (0.00001234, 0.00001, 0.000015, "1.23e-05"),
      (12_345_678, 12_000_000, 12_600_000, "12350000"), (-0.0001, -0.5, 0.5, "0.0"),
      (7, -60, 60, "7"),
      (3, -500, 500, "0"), (2.5, -57.5, 62.5, "3"),
    ])
  func rounded(value: Double, low: Double, high: Double, text: String) {
    #expect(Digits(low, high, of: [value]).text(value) == text)
  }

  @Test("value and ends have as many digits as each other: zeros are left out of all of them alone")
  func zeros() {
    func texts(_ low: Double, _ value: Double, _ high: Double) -> [String] {
      [low, value, high].map(Digits(low, high, of: [value]).text)
    }
    #expect(texts(0.38, 0.409, 0.436) == ["0.380", "0.409", "0.436"])
    #expect(texts(32.7, 33.44, 34.19) == ["32.70", "33.44", "34.19"])
    #expect(texts(4, 4, 5) == ["4", "4", "5"])
    #expect(texts(0, 0.1, 0.5) == ["0.0", "0.1", "0.5"])
    #expect(texts(99, 100, 100) == ["99", "100", "100"])
  }

  @Test("without an interval, or one of a single place, there are four digits")
  func none() {
    #expect(Digits(nil, 2).text(5.234567) == "5.235")
    #expect(Digits(2, 2).text(5.234567) == "5.235")
    #expect(Digits(.nan, 2).text(5.234567) == "5.235")
    for high in [Double.leastNonzeroMagnitude, 2 * Double.leastNonzeroMagnitude] {
      #expect(Digits(0, high).text(high) == shortNumber(high))
      #expect(Digits(0, 1).ends([high], besides: 0) == [shortNumber(high)])
    }
  }

  @Test(
    "counts of five digits and more stand in groups of three",
    arguments: [
      (0, "0"), (999, "999"), (9_999, "9999"), (10_000, "10 000"), (123_456, "123 456"),
      (1_234_567, "1 234 567"), (123_456_789, "123 456 789"),
    ])
  func groups(count: Int, text: String) {
    #expect(grouped(count).replacing("\u{202F}", with: " ") == text)
  }

  @Test(
    "a number has four digits, all of a whole one below a billion",
    arguments: [
      (0, "0"), (-0.0, "0"), (12.345678, "12.35"), (0.0012346, "0.001235"), (2.50001, "2.5"),
      (999_999_999, "999999999"), (1e9, "1.000e+09"), (999_999.4, "999999"),
      (1_000_000.5, "1.000e+06"), (0.0001, "0.0001"), (0.000_099_99, "9.999e-05"),
      (-1234.56, "-1235"), (99.996, "100"), (.infinity, "\u{2013}"), (.nan, "\u{2013}"),
    ])
  func short(value: Double, text: String) { #expect(shortNumber(value) == text) }

  @Test("a cell that is no number stands as it is, an empty one as a dash")
  func cells() {
    #expect(
      ["12.345678", "", "exact", "7"].map(shortNumber) == ["12.35", "\u{2013}", "exact", "7"])
  }

  @Test(
    "a share is shown to a tenth of a percent, further where that would be none or all",
    arguments: [
      (0, "0"), (1, "100"), (0.5, "50"), (0.12345, "12.3"), (0.0004, "0.04"), (0.9996, "99.96"),
      (0.0006, "0.1"), (0.001, "0.1"), (0.999, "99.9"), (1.5, "150"),
    ])
  func percents(share: Double, text: String) { #expect(percent(share) == text + "\u{00A0}%") }

  @Test("a p has three places, and is less than 0.001 below")
  func probabilities() {
    let texts = [0.0009999, 0.001, 0.0126, 0.5, 1].map(probabilityText)
    #expect(texts == ["< 0.001", "= 0.001", "= 0.013", "= 0.5", "= 1"])
  }

  @Test("rounding errors are no digits: never more than eight of the larger end")
  func narrow() {
    #expect(Digits(1 - 1e-13, 1 + 1e-13).text(1.000000012345) == "1")
    // Four digits would round 199,858.4 with both ends to 199,900.
    #expect(Digits(199_855.3, 199_861.6, most: 4).text(199_858.4) == "199858")
    #expect(Digits(0.9999999, 1.0000001).text(0.99999996) == "1.0000000")
    #expect(Digits(0.9999, 1.0001, of: [0.99996]).text(0.99996) == "0.99996")
  }
}
