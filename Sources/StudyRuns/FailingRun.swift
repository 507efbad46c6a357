import Glibc

/// A run that fails because a test asks for it: `SPREADLAB_FAIL_RUN=POINT/REPLICATE`, or several,
/// with commas between.
///
/// The engine itself has no way to fail once a study was accepted, so this is how it is shown that
/// one bad run neither ends a study nor hides in its tables.
struct FailingRun: Equatable {
  let point: Int
  let replicate: Int

  /// What the environment asks for; none in every ordinary session.
  static let asked: [FailingRun] =
    getenv("SPREADLAB_FAIL_RUN").map {
      String(cString: $0).split(separator: ",").compactMap { FailingRun($0) }
    } ?? []

  private init?(_ text: Substring) {
    let numbers = text.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    point = numbers[0]
    replicate = numbers[1]
  }

  /// Why the run failed; nil if it is another one.
  static func reason(point: Int, replicate: Int, seed: Int) -> String? {
    guard asked.contains(where: { $0.point == point && $0.replicate == replicate }) else {
      return nil
    }
    return "SPREADLAB_FAIL_RUN asked for it (study seed \(seed))"
  }
}
