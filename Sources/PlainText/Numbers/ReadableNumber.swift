/// "1,000,000" for whole numbers a person reads, "1e+18" beyond.
package func readable(_ number: Double) -> String {
  guard number.magnitude < 1e15, number == number.rounded() else {
    return number.magnitude < 1e15 ? String((number * 100).rounded() / 100) : String(number)
  }
  var digits = String(Int(number))
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits = String(digits.dropLast(3))
  }
  return ([digits[...]] + groups).joined(separator: ",")
}
