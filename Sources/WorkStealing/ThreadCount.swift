internal import Dispatch
internal import Glibc

/// How many threads the system still makes: Dispatch waits for one that never comes without a word,
/// and whoever waits for its queue waits for ever.
package enum ThreadCount {
  /// What a thread needs before it gets anything done: its stack, its part of the heap, an engine.
  private static let bytes = 64 << 20
  /// Left to timers and queues that are no workers.
  private static let others = 2

  /// At most `wanted`; tried by making them all at once, with memory to work in.
  static func available(upTo wanted: Int) -> Int {
    wanted > 0 ? max(0, started(wanted + others) - others) : 0
  }

  /// Whether timers and queues get the threads they need.
  package static var isEnoughForTimers: Bool { started(others) == others }

  private static func started(_ wanted: Int) -> Int {
    let end = DispatchSemaphore(value: 0)
    var threads: [pthread_t] = []
    var rooms: [UnsafeMutableRawPointer] = []
    while threads.count < wanted, let room = room() {
      rooms.append(room)
      guard let thread = thread(until: end) else { break }
      threads.append(thread)
    }
    for _ in threads { end.signal() }
    for thread in threads { pthread_join(thread, nil) }
    for room in rooms { munmap(room, bytes) }
    return threads.count
  }

  /// Addresses alone; nobody writes there.
  private static func room() -> UnsafeMutableRawPointer? {
    let room = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    return room == MAP_FAILED ? nil : room
  }

  private static func thread(until end: DispatchSemaphore) -> pthread_t? {
    let end = Unmanaged.passRetained(end)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { end in
        if let end { Unmanaged<DispatchSemaphore>.fromOpaque(end).takeRetainedValue().wait() }
        return nil
      }, end.toOpaque())
    guard code == 0 else {
      end.release()
      return nil
    }
    return thread
  }
}
