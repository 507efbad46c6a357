import SpreadModel
import Testing

/// Begins every test of a suite in a program without rules of its own, and leaves none behind: what other
/// tests say of rules must not change under them.
struct FreshRules: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let before = SpreadRule.own
    SpreadRule.give([])
    defer { SpreadRule.give(before) }
    try await function()
  }
}

extension Trait where Self == FreshRules {
  static var freshRules: FreshRules { FreshRules() }
}
