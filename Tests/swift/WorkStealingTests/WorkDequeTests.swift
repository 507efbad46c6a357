import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import WorkStealing

@Suite("One worker's deque") struct WorkDequeTests {
  @Test("the owner takes the newest range, a thief the oldest, and each is there once")
  func ends() {
    let deque = WorkDeque(capacity: 8)
    for first in 0..<4 { deque.push(TaskRange(first..<(first + 1))) }
    #expect(deque.take()?.tasks == 3..<4)
    #expect(Self.stolen(deque.steal()) == 0..<1)
    #expect(deque.take()?.tasks == 2..<3)
    #expect(deque.take()?.tasks == 1..<2)
    #expect(deque.take() == nil && Self.stolen(deque.steal()) == nil)
    deque.push(TaskRange(9..<12))
    #expect(Self.stolen(deque.steal()) == 9..<12)
    #expect(deque.take() == nil)
    // Both ends pass the end of the ring, which has 64 places.
    for first in 0..<200 {
      deque.push(TaskRange(first..<first + 1))
      deque.push(TaskRange(first..<first + 2))
      #expect(deque.take()?.tasks == first..<first + 2)
      #expect(Self.stolen(deque.steal()) == first..<first + 1)
    }
  }

  @Test("a share is pushed in pieces that halve, so that a thief gets half of what is left")
  func halves() {
    #expect((0..<8).halves == [4..<8, 2..<4, 1..<2, 0..<1])
    #expect((5..<8).halves == [7..<8, 6..<7, 5..<6])
    #expect((3..<3).halves == [])
  }

  private static func stolen(_ theft: WorkDeque.Theft) -> Range<Int>? {
    if case .range(let range) = theft { range.tasks } else { nil }
  }

  /// Owner and thief meet at the last range all the time: the owner never holds more than one. Where
  /// both can get it, they do in one of some hundred rounds, if two cores are free at the same time;
  /// so it goes on until the thief had its share.
  @Test("the last range goes to its owner or to a thief, never to both, never to nobody")
  func last() {
    let rounds = TestDepth.isSanitized ? 20_000 : 4_000_000
    let deque = WorkDeque(capacity: 8)
    let begun = Atomic(false)
    let done = Atomic(false)
    let thefts = Atomic(0)
    let tally = Tally(rounds)
    let end = DispatchSemaphore(value: 0)
    let thieves = 3
    for _ in 0..<thieves {
      Thread.detachNewThread {
        begun.store(true, ordering: .releasing)
        while !done.load(ordering: .acquiring) {
          guard let tasks = Self.stolen(deque.steal()) else { continue }
          tally.add(tasks.lowerBound)
          thefts.add(1, ordering: .relaxed)
        }
        end.signal()
      }
    }
    while !begun.load(ordering: .acquiring) {}
    var round = 0
    while round < rounds - 1, thefts.load(ordering: .relaxed) < 50_000 {
      deque.push(TaskRange(round..<(round + 1)))
      if let range = deque.take() { tally.add(range.tasks.lowerBound) }
      round += 1
      // With one core: leaves the thieves a range to meet at.
      if round % 4096 == 0 {
        deque.push(TaskRange(round..<(round + 1)))
        sched_yield()
        if let range = deque.take() { tally.add(range.tasks.lowerBound) }
        round += 1
      }
    }
    done.store(true, ordering: .releasing)
    for _ in 0..<thieves { end.wait() }
    #expect(tally.wrong == rounds - round)  // those that were never pushed were not run
  }
}
