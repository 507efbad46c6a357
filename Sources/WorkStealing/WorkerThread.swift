internal import Glibc

/// A thread that runs one closure.
///
/// Not a queue of Dispatch: where the system makes no more threads, Dispatch waits for one without
/// a word, and whoever waits for the queue waits for ever.
struct WorkerThread {
  private let thread: pthread_t

  /// For what an engine and the store need, several times over.
  private static let stackBytes = 4 << 20

  /// What a thread may need besides before it gets anything done: its part of the heap, an engine.
  private static let workBytes = 64 << 20

  /// Starts at once; nil where the system makes no thread, or leaves it no memory to work with.
  init?(_ body: @escaping @Sendable () -> Void) {
    guard Self.isRoom(for: Self.workBytes) else { return nil }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  private static func isRoom(for bytes: Int) -> Bool {
    let room = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let room, room != MAP_FAILED else { return false }
    munmap(room, bytes)
    return true
  }

  /// Returns when the closure has.
  func join() { pthread_join(thread, nil) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
