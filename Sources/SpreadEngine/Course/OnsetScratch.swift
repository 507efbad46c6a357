internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// When those act whose infections begin in a step, by their place among them.
struct ActingSpans {
  /// The steps before they act first.
  let begins: RawBuffer<UInt32>
  /// The last steps in which they act; one behind the run for those who act to its end.
  let ends: RawBuffer<UInt32>

  /// In how many steps one of them acts, within the run.
  @inline(__always) func length(_ place: Int) -> Int { Int(ends[place]) &- Int(begins[place]) }

  func shifted(by distance: Int) -> ActingSpans {
    ActingSpans(begins: begins.shifted(by: distance), ends: ends.shifted(by: distance))
  }
}

/// Room for what is drawn of the infections that begin in a step.
struct OnsetScratch: ~Copyable {
  /// Fewer than this are not worth a vector pass.
  static let leastForVectors = 4
  /// Vector passes write whole vectors: room behind the last one.
  private static let roomBehind = 8

  /// Of each person, from 1; where people return.
  private var numbers = RawList<UInt32>()
  /// Where sources do not keep them.
  private var keys = RawList<UInt64>()
  private var begins = RawList<UInt32>()
  private var ends = RawList<UInt32>()

  mutating func numbers(room count: Int) -> RawBuffer<UInt32> {
    numbers.reserve(count &+ Self.roomBehind)
    return numbers.view
  }

  mutating func keys(room count: Int) -> RawBuffer<UInt64> {
    keys.reserve(count &+ Self.roomBehind)
    return keys.view
  }

  mutating func spans(room count: Int) -> ActingSpans {
    begins.reserve(count &+ Self.roomBehind)
    return ActingSpans(begins: begins.view, ends: ends(room: count))
  }

  mutating func ends(room count: Int) -> RawBuffer<UInt32> {
    ends.reserve(count &+ Self.roomBehind)
    return ends.view
  }
}

extension CourseState {
  /// Draws what the words of the infections say that begin: the keys of their sources and, with `begins` and
  /// `ends`, the step before they act first and when they end.
  ///
  /// - Parameters:
  ///   - cells: of those infected, and which of them are meant; in the other lists the first one has
  ///     place 0.
  ///   - numbers: of the infections, where people return.
  @inline(__always) mutating func drawOnsets(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, at step: Int,
    words: PersonWords, passes: VectorPasses?, keys: RawBuffer<UInt64>,
    begins: RawBuffer<UInt32>?, ends: RawBuffer<UInt32>?
  ) {
    let count = new.count
    let past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    if let passes, vectorsKnowLengths, count >= OnsetScratch.leastForVectors {
      return passes.pointee.begin(
        peopleForVectors, cells.pointer(from: new.lowerBound, room: count),
        numbers?.pointer(room: count), count, past, UInt64(truncatingIfNeeded: step),
        keys.pointer(room: count &+ 7), begins?.pointer(room: count &+ 7),
        ends?.pointer(room: count &+ 7))
    }
    for index in 0..<count {
      let word = words.word(of: cells[new.lowerBound &+ index], infection: numbers?[index] ?? 1)
      keys[index] = word &- past
      let begin = stepBeforeActing(word, infectedAt: step)
      if let begins { begins[index] = UInt32(clamping: begin) }
      if let ends { ends[index] = end(after: begin, actingSteps(word)) }
    }
  }

  /// Tells people that they are infected. Returns the numbers of their infections from place 0 on; nil
  /// where each has but one.
  mutating func makeInfected(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ health: RawBuffer<UInt8>, at step: Int
  ) -> RawBuffer<UInt32>? {
    let begun = hasLatency ? PersonBits.latent : PersonBits.acting
    guard peopleReturn else {
      for index in new {
        health[cells[index]] = health[cells[index]] & ~PersonBits.neverInfected | begun
      }
      everInfected &+= new.count
      return nil
    }
    let numbers = onsetScratch.numbers(room: new.count)
    let infections = infectionsOf
    let stepBeforeOnset = keepsStepBeforeOnset ? stepBeforeOnset : nil
    var firstInfections = 0
    for index in new {
      let cell = cells[index]
      let bits = health[cell]
      health[cell] = bits & ~PersonBits.neverInfected | begun
      let isFirst = bits & PersonBits.neverInfected != 0
      firstInfections &+= isFirst ? 1 : 0
      // What stands there before the first infection is of another run.
      let number = isFirst ? 1 : infections[cell] &+ 1
      infections[cell] = number
      numbers[index &- new.lowerBound] = number
      if let stepBeforeOnset { stepBeforeOnset[cell] = UInt32(truncatingIfNeeded: step) }
    }
    everInfected &+= firstInfections
    return numbers
  }
}
