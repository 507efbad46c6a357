/// "about 0.8 s", "less than 0.1 s".
func about(_ seconds: Double) -> String {
  seconds < 0.05 ? "less than 0.1 s" : "about \(duration(seconds))"
}

/// "0.8 s", "42 s", "3 min", "5.2 h".
func duration(_ seconds: Double) -> String {
  switch seconds {
  case ..<10: "\((seconds * 10).rounded() / 10) s"
  case ..<120: "\(Int(seconds.rounded())) s"
  case ..<7200: "\(Int((seconds / 60).rounded())) min"
  default: "\((seconds / 360).rounded() / 10) h"
  }
}
