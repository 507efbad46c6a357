/// What is known of the alternatives so far.
extension Selection {
  /// An alternative, as far as its runs go.
  package struct Estimate: Hashable, Sendable {
    package let status: Status
    package let exit: Exit?
    /// Replicates judged.
    package let runs: Int
    package let mean: Double?
    package let sd: Double?
    /// To the reference: over the replicates both have. Nil of the reference itself.
    package var difference: Double?
    package var low: Double?
    package var high: Double?
    /// Nil while it is open.
    package let isFeasible: Bool?
  }

  /// About how many runs it takes, as the first stage has it; nil but after the first judgement.
  ///
  /// The longest of those compared with the best goes on as long as the best does; who seems to be
  /// infeasible goes on until that is known.
  package var expectedRuns: Double? {
    guard judgements == 1 else { return nil }
    let pilot = alternatives.map { $0.values.prefix(rule.firstStage) }
    let means = pilot.map { rule.sign * $0.reduce(0, +) / Double(rule.firstStage) }
    let feasible = alternatives.indices.filter { alternatives[$0].seemsFeasible }
    let best = feasible.max { means[$0] < means[$1] }
    var expected = 0.0
    var longest = 0.0
    for index in alternatives.indices where index != best {
      let own = alternatives[index].seemsFeasible ? best : nil
      let replicates =
        own.map { best in
          rule.expectedReplicates(
            variance: Moments(of: zip(pilot[best], pilot[index]).map { $0 - $1 }).variance ?? 0,
            rule.indifference, distance: means[best] - means[index])
        } ?? expectedForConstraints(index)
      expected += replicates
      if own != nil { longest = max(longest, replicates) }
    }
    return expected + (best.map { max(longest, expectedForConstraints($0)) } ?? 0)
  }

  /// About how many replicates it takes until an alternative has passed all constraints, or failed one.
  private func expectedForConstraints(_ index: Int) -> Double {
    let all = zip(rule.constraints, alternatives[index].constraints).map { constraint, sums in
      rule.expectedReplicates(
        variance: max(sums.firstVariance, constraint.leastVariance), constraint.tolerance,
        distance: abs(sums.sum) / Double(rule.firstStage))
    }
    let isFeasible = alternatives[index].seemsFeasible
    return (isFeasible ? all.max() : all.min()) ?? Double(rule.firstStage)
  }

  /// The alternative nearest to the best one, but for those that do not keep a constraint.
  package var next: Int? {
    guard let best else { return nil }
    let estimates = estimates
    return estimates.indices.filter { $0 != best && estimates[$0].status != .infeasible }
      .min { abs(estimates[$0].difference ?? 0) < abs(estimates[$1].difference ?? 0) }
  }

  /// Those that left because of constraints, each missed by no more than its tolerance: there runs may decide
  /// either way.
  package var closeCalls: [Int] {
    alternatives.indices.filter { index in
      let alternative = alternatives[index]
      guard let exit = alternative.exit, exit.by == nil else { return false }
      return zip(rule.constraints, alternative.constraints).allSatisfy { constraint, sums in
        sums.sum <= constraint.tolerance * Double(alternative.values.count) + sums.rounding
      }
    }
  }

  /// All alternatives, in order.
  package var estimates: [Estimate] {
    let reference = reference
    return alternatives.indices.map { index in
      let alternative = alternatives[index]
      let moments = Moments(of: alternative.values)
      var estimate = Estimate(
        status: status(of: index), exit: alternative.exit, runs: alternative.values.count,
        mean: moments.mean, sd: moments.sd,
        isFeasible: isFeasible(alternative))
      guard let reference, reference != index else { return estimate }
      let differences = zip(alternative.values, alternatives[reference].values).map { $0 - $1 }
      let distances = Moments(of: differences)
      estimate.difference = distances.mean
      var sums = DifferenceSums()
      for difference in differences { sums.add(difference) }
      if let mean = distances.mean, let sd = distances.sd, sums.variance(differences.count) > 0,
        let width = rule.halfWidthPerSD(replicates: differences.count)
      {
        (estimate.low, estimate.high) = (mean - sd * width, mean + sd * width)
      }
      return estimate
    }
  }

  private func status(of index: Int) -> Status {
    if let exit = alternatives[index].exit { return exit.by == nil ? .infeasible : .eliminated }
    guard let best else { return .survivor }
    return index == best ? .best : .tied
  }

  private func isFeasible(_ alternative: Alternative) -> Bool? {
    if let exit = alternative.exit, exit.by == nil { return false }
    return alternative.isFeasible ? true : nil
  }
}
