/// Which tasks each worker starts with; stealing corrects what the estimates got wrong.
struct TaskDeal {
  /// Consecutive tasks of equal expected cost.
  struct Group {
    var tasks: Range<Int>
    /// Expected cost of one task, in any unit; 0 or more.
    var cost: Double
  }

  /// By worker, in the order in which the worker takes them.
  private(set) var shares: [[Range<Int>]]

  /// Tasks in turn: worker w gets w, w + workers, ... Task numbers are then those of
  /// `turn(_:)`, because a share must be a range.
  static func inTurn(_ count: Int, workers: Int) -> TaskDeal {
    var deal = TaskDeal(workers: workers)
    var start = 0
    for worker in 0..<workers {
      let share = (count - worker + workers - 1) / workers
      if share > 0 { deal.shares[worker].append(start..<start + share) }
      start += max(share, 0)
    }
    return deal
  }

  /// The task at an index of `inTurn`.
  static func turn(_ place: Int, of count: Int, workers: Int) -> Int {
    let (short, longShares) = count.quotientAndRemainder(dividingBy: workers)
    let inLongShares = longShares * (short + 1)
    if place < inLongShares {
      let (worker, round) = place.quotientAndRemainder(dividingBy: short + 1)
      return round * workers + worker
    }
    let (worker, round) = (place - inLongShares).quotientAndRemainder(dividingBy: short)
    return round * workers + worker + longShares
  }

  /// Every task to the worker with the least expected work so far, groups in the given order
  /// (largest cost first).
  ///
  /// The order's makespan is at most 4/3 of the best (Graham 1969, doi:10.1137/0117039), and
  /// within the cost of the last tasks of it where many small ones come last.
  /// - Complexity: O(groups x workers), whatever the number of tasks.
  static func balanced(_ groups: some Sequence<Group>, workers: Int) -> TaskDeal {
    var deal = TaskDeal(workers: workers)
    var loads = [Double](repeating: 0, count: workers)
    for group in groups where !group.tasks.isEmpty {
      var start = group.tasks.lowerBound
      for (worker, share) in Self.fill(loads, tasks: group.tasks.count, cost: group.cost)
        .enumerated()
      where share > 0 {
        deal.shares[worker].append(start..<start + share)
        start += share
        loads[worker] += Double(share) * group.cost
      }
    }
    return deal
  }

  private init(workers: Int) { shares = Array(repeating: [], count: workers) }

  /// How many of `tasks` equal tasks each worker gets so that all reach the same level.
  private static func fill(_ loads: [Double], tasks: Int, cost: Double) -> [Int] {
    let order = loads.indices.sorted { (loads[$0], $0) < (loads[$1], $1) }
    var shares = [Int](repeating: 0, count: loads.count)
    var left = tasks
    if cost > 0, tasks > loads.count {
      // The level at which the tasks, as a liquid, would stand over the lowest workers.
      var sum = Double(tasks) * cost
      var level = 0.0
      for (lower, worker) in order.enumerated() {
        sum += loads[worker]
        level = sum / Double(lower + 1)
        if lower + 1 < order.count, level <= loads[order[lower + 1]] { break }
      }
      for worker in order where level > loads[worker] {
        let share = Int(min(Double(left), (level - loads[worker]) / cost))
        shares[worker] = share
        left -= share
      }
    } else if cost <= 0 {
      let (each, more) = tasks.quotientAndRemainder(dividingBy: loads.count)
      for (place, worker) in order.enumerated() { shares[worker] = each + (place < more ? 1 : 0) }
      return shares
    }
    while left > 0 {
      // At most one task per worker is left, but for rounding.
      let next = order.min {
        (loads[$0] + Double(shares[$0]) * cost, $0) < (loads[$1] + Double(shares[$1]) * cost, $1)
      }
      guard let next else { break }
      shares[next] += 1
      left -= 1
    }
    return shares
  }
}
