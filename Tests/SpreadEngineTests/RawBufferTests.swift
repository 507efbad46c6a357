// In debug builds only: release builds check nothing.
#if DEBUG
  @testable import SpreadEngine
  import Testing

  /// An index outside a buffer ends a debug build: `make test-debug`.
  @Suite struct RawBufferTests {
    @Test("indices in a view are read and written")
    func inside() {
      let buffer = RawBuffer<UInt32>(Array(0..<16))
      buffer.store(SIMD8(repeating: 7), at: 8)
      buffer.shifted(by: 3)[3] = 9
      #expect(buffer[0] == 9 && buffer[15] == 7 && buffer[7] == 7)
      buffer.deallocate()
    }

    @Test("the first index behind the end traps")
    func behind() async {
      await #expect(processExitsWith: .failure) { _ = RawBuffer<UInt8>([1, 2, 3])[3] }
    }

    @Test("an index before the start traps, in a shifted view, too")
    func before() async {
      await #expect(processExitsWith: .failure) { _ = RawBuffer<UInt8>([1, 2, 3])[-1] }
      await #expect(processExitsWith: .failure) {
        _ = RawBuffer<UInt8>([1, 2, 3]).shifted(by: 1)[0]
      }
    }

    @Test("accesses of several elements trap where the last of them is outside")
    func wide() async {
      await #expect(processExitsWith: .failure) {
        RawBuffer<UInt32>(Array(0..<16)).store(SIMD8(repeating: 7), at: 9)
      }
      await #expect(processExitsWith: .failure) { _ = RawBuffer<UInt8>(Array(0..<9)).word(at: 2) }
      await #expect(processExitsWith: .failure) { RawBuffer<UInt8>(Array(0..<9)).keep(0, at: 6) }
      await #expect(processExitsWith: .failure) { _ = RawBuffer<UInt8>([1, 2]).pointer(room: 3) }
    }
  }
#endif
