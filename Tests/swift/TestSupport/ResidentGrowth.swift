internal import Foundation

/// By how many bytes this process grows in memory while `body` is repeated, after some times that do not
/// count. Source: proc(5), /proc/[pid]/statm: pages in memory are the second number.
package func residentGrowth(rounds: Int, _ body: () throws -> Void) throws -> Int {
  func resident() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
  for _ in 0..<20 { try body() }
  let before = try resident()
  for _ in 0..<rounds { try body() }
  return try resident() - before
}
