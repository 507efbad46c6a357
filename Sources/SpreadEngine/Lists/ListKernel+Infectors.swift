import SpreadModel

/// Who infected whom; `TransmissionRecorder` says when that is asked.
extension ListKernel {
  /// Whether those infected by a source are noted; of several sources of a person all are then.
  func isNoted(_ source: UInt32) -> Bool {
    notes.isRecording || health[source] & PersonBits.introduced != 0
  }

  /// Notes whom sources hit in this step, before infections are applied: whom those hit who were
  /// introduced at step 0, and the others who hit the same people.
  mutating func noteHits() {
    let health = health
    forEachHit { kernel, target, source in
      if kernel.isNoted(source) { health[target] |= PersonBits.contested }
    }
    forEachHit { kernel, target, source in
      if health[target] & PersonBits.contested != 0 { kernel.notes.add(target, by: source) }
    }
    for index in 0..<notes.count {
      health[notes.contacts.view[index].target] &= ~PersonBits.contested
    }
  }

  /// The healthy people among `hits`, each with the source.
  @inline(__always) private mutating func forEachHit(
    _ body: (_ kernel: inout Self, _ target: UInt32, _ source: UInt32) -> Void
  ) {
    var place = 0
    for index in 0..<sources.count {
      let source = sources.cells.view[index]
      let end = Int(truncatingIfNeeded: hitEnds.view[index])
      while place < end {
        let target = hits.view[place]
        if isHealthy(person: Int(target)) { body(&self, target, source) }
        place &+= 1
      }
    }
  }
}
