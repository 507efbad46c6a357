// In debug builds only: release builds check nothing.
#if DEBUG
  @testable import SpreadEngine
  import Testing

  /// An index outside a buffer ends a debug build: `make test-debug`.
  @Suite struct RawBufferTests {
    /// What the memory of a buffer with these values lets be done to it.
    private static func with<Element: BitwiseCopyable>(
      _ values: [Element], _ body: (RawBuffer<Element>) -> Void
    ) {
      var memory = Memory()
      body(memory.buffer(of: values))
    }

    @Test("indices in a view are read and written")
    func inside() {
      Self.with([UInt32](0..<16)) { buffer in
        buffer.store(SIMD8(repeating: 7), at: 8)
        buffer.shifted(by: 3)[3] = 9
        #expect(buffer[0] == 9 && buffer[15] == 7 && buffer[7] == 7)
      }
    }

    @Test("a list keeps what is in it when it grows")
    func growth() {
      var list = RawList<UInt32>(capacity: 2)
      for index in 0..<100 {
        list.reserve(index + 1, keeping: index)
        list.view[index] = UInt32(index)
      }
      #expect((0..<100).allSatisfy { list.view[$0] == UInt32($0) })
    }

    @Test("the first index behind the end traps")
    func behind() async {
      await #expect(processExitsWith: .failure) { Self.with([1, 2, 3] as [UInt8]) { _ = $0[3] } }
    }

    @Test("an index before the start traps, in a shifted view, too")
    func before() async {
      await #expect(processExitsWith: .failure) { Self.with([1, 2, 3] as [UInt8]) { _ = $0[-1] } }
      await #expect(processExitsWith: .failure) {
        Self.with([1, 2, 3] as [UInt8]) { _ = $0.shifted(by: 1)[0] }
      }
    }

    @Test("accesses of several elements trap where the last of them is outside")
    func wide() async {
      await #expect(processExitsWith: .failure) {
        Self.with([UInt32](0..<16)) { $0.store(SIMD8(repeating: 7), at: 9) }
      }
      await #expect(processExitsWith: .failure) {
        Self.with([UInt8](0..<9)) { _ = $0.word(at: 2) }
      }
      await #expect(processExitsWith: .failure) {
        Self.with([UInt8](0..<9)) { $0.keep(0, at: 6) }
      }
      await #expect(processExitsWith: .failure) {
        Self.with([1, 2] as [UInt8]) { _ = $0.pointer(room: 3) }
      }
    }
  }
#endif
