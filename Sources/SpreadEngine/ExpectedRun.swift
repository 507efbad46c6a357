internal import KeyedRandom
package import SpreadModel

/// What a run of a scenario is expected to be before any was made: how many people it infects, in how
/// many steps, and how often they act. Work and memory follow from these three.
///
/// Right within a factor of about 2 for most models, and finite and positive for all
/// (docs/performance.md, "Expected work"). Nothing but scheduling and estimates depends on it.
package struct ExpectedRun: Hashable, Sendable {
  /// 1 or more, at most `maxSteps` (but 1).
  package private(set) var steps = 1.0
  /// Of all people, repeated ones and introductions included.
  package private(set) var infections = 0.0
  /// Turns of sources in all steps.
  package private(set) var actions = 0.0
  /// People infected at once, and in one step, where they are most.
  package private(set) var peak = 0.0
  package private(set) var peakNew = 0.0

  package init(_ scenario: Scenario) {
    let numbers = Numbers(scenario)
    infections = numbers.introduced
    peak = max(numbers.introduced, numbers.peakShare * numbers.susceptible)
    peakNew = max(numbers.introduced, min(1, numbers.each) * peak)
    guard numbers.introduced > 0, numbers.each > 0 else {
      steps = max(1, min(numbers.mostSteps, numbers.last + numbers.away))
      actions = infections * min(steps, numbers.acting)
      return
    }
    let reached = numbers.reached
    steps = max(1, min(numbers.mostSteps, numbers.last + numbers.duration))
    infections = reached
    // A source without a healthy neighbor is dropped after some vain turns, where there are lists.
    let untilAlone = numbers.dropsSources ? 0.5 + 1.8 / numbers.each : .infinity
    actions = infections * min(untilAlone, min(numbers.acting, 1 + steps / 2))
    guard numbers.isEndemic, numbers.acting.isFinite else { return }
    // In the balance of 1 of R people healthy, everybody goes through the whole cycle all the time.
    let cycle = numbers.away + numbers.immune
    infections = reached * max(1, steps / (cycle + numbers.acting / numbers.ratio))
    actions = infections * numbers.acting
  }
}

/// The numbers of a scenario that decide how an infection spreads.
private struct Numbers {
  let isOnGrid: Bool
  /// People infected from outside, at most everybody.
  let introduced: Double
  /// Those who are not immune from the start.
  let susceptible: Double
  /// Infections after which the run stops.
  let target: Double
  let mostSteps: Double
  /// Step of the last introduction.
  let last: Double
  /// People a source infects in a step where all around are healthy.
  let each: Double
  /// Steps in which an infection acts: their mean, or no end.
  let acting: Double
  let latent: Double
  /// Steps of immunity behind an infection, where people return.
  let immune: Double
  let isEndemic: Bool
  let dropsSources: Bool
  private let stopsEarly: Bool

  init(_ scenario: Scenario) {
    let people = Double(scenario.grid.people)
    let course = scenario.course
    isOnGrid = scenario.contacts == .grid
    each = scenario.meanInfections
    latent = course.latentSteps.mean
    mostSteps = Double(scenario.maxSteps)
    last = Double(
      scenario.introductions.compactMap { $0.steps(upTo: scenario.maxSteps)?.upperBound }
        .map { min($0, scenario.maxSteps) }.max() ?? 0)
    acting = course.meanInfectiousSteps
    immune = course.immuneSteps == .forever ? 0 : course.immuneSteps.mean
    susceptible = max(
      0,
      people * (1 - scenario.immuneShare * scenario.vaccineEfficacy)
        - Double(scenario.immunePeople.count))
    introduced = min(susceptible.rounded(.up), scenario.introducedPeople)
    target = min(susceptible, max(1, people * scenario.stopShare))
    stopsEarly = scenario.stopShare < 1
    isEndemic = scenario.letsPeopleReturn && each * acting > 1
    dropsSources = scenario.contacts != .everybody && !scenario.letsPeopleReturn
  }

  /// People one infection leads to where all around are healthy; no end where nobody recovers.
  var ratio: Double { each * acting }

  /// Steps from an infection to its end; 0 where there is none.
  var away: Double { acting.isFinite ? latent + acting : latent }

  /// By how much the logarithm of the infected grows in a step at first; 0 where it does not.
  private var growth: Double {
    let free = naturalLogarithm(1 + each * (1 + latent)) / (1 + latent)
    guard acting.isFinite else { return free }
    let byGeneration = naturalLogarithm(max(1, ratio)) / (latent + (acting + 1) / 2)
    return max(byGeneration, free - 1 / acting)
  }

  /// The share of the susceptible that an epidemic reaches: z = 1 - exp(-R z).
  private var finalShare: Double {
    guard ratio > 1 else { return 0 }
    guard ratio < 20 else { return 1 }
    var share = 1.0
    for _ in 0..<30 { share = 1 - exponential(-ratio * share) }
    return share
  }

  /// The largest share infected at once. Where nobody returns, that of dI/dt = 0 in an SIR epidemic: 1 - (1 + ln R) / R.
  var peakShare: Double {
    guard ratio > 1 else { return 0 }
    return acting.isFinite && !isEndemic ? 1 - (1 + naturalLogarithm(ratio)) / ratio : 1
  }

  /// People infected at least once.
  var reached: Double {
    guard ratio > 1 else {
      let chains = introduced / max(1 - ratio, 1 / (1 + target.squareRoot()))
      return min(max(target, introduced), chains)
    }
    let share = acting.isFinite ? finalShare : 1
    // The chance that a chain of infections goes on is that share, too; a chain that ends is short.
    let goesOn = acting.isFinite ? 1 - exponential(-introduced * ratio * share) : 1
    return max(introduced, min(goesOn * min(target, share * susceptible), inReach))
  }

  /// People within reach of the steps there are.
  private var inReach: Double {
    let unhindered = introduced * exponential(min(60, mostSteps * growth))
    guard isOnGrid else { return unhindered }
    let side = 2 * mostSteps * min(1, each) + 1
    return min(unhindered, introduced * side * side)
  }

  /// Steps after the last introduction.
  var duration: Double {
    if isEndemic { return mostSteps }
    let tail = acting.isFinite ? away : 0
    guard ratio > 1 else {
      return tail * (1 + 2 * naturalLogarithm(1 + introduced) / max(0.2, 1 - ratio))
    }
    let reached = max(1, min(target, susceptible))
    if isOnGrid {
      // A patch grows at its edge, so the root of its people grows evenly.
      let way = (reached / max(1, introduced)).squareRoot()
      // The nearer to one infection by each person, the slower.
      let speed = min(1, each) * (acting.isFinite ? max(0.2, 1 - 1 / ratio) : 1)
      return 3 + 2 * tail + way * (1 + latent) / speed
    }
    let rise = naturalLogarithm(1 + reached / max(1, introduced)) / max(growth, 1e-9)
    // The last are found by chance; an epidemic falls as long as it rose.
    let fall =
      stopsEarly
      ? 0
      : acting.isFinite
        ? naturalLogarithm(1 + reached) / max(growth, 1e-9)
        : naturalLogarithm(1 + reached) / min(1, each)
    return 3 + tail + rise + fall
  }
}

extension Scenario {
  /// People infected from outside in all steps there are, if all are healthy.
  package var introducedPeople: Double {
    let people = Double(grid.people)
    let introduced = introductions.reduce(Double(startPeople ?? 0)) { sum, introduction in
      guard introduction.step <= maxSteps else { return sum }
      return switch introduction.place {
      case .center: sum + 1
      case .people(let list): sum + Double(list.count)
      case .random(let count): sum + Double(count)
      case .randomShare(let share): sum + share * people
      case .rate(let mean, _):
        sum + mean
          * Double(introduction.steps(upTo: maxSteps)?.clamped(to: 0...maxSteps).count ?? 0)
      }
    }
    return min(people, introduced)
  }
}
