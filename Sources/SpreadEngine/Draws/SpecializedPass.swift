internal import CSpreadSIMD

/// A pass over sources that is compiled once for each form and each kind of orders, so that it holds
/// no question of another.
///
/// Types stand for the values, because the compiler makes a copy for each of them; of a closure that
/// is called with literals it does not always.
protocol SpecializedPass: ~Copyable {
  associatedtype Result
  mutating func run<Form: KnownForm, Orders: KnownOrders>(
    _ form: Form.Type, _ orders: Orders.Type
  ) -> Result
}

protocol KnownForm { static var form: DrawForm { get } }
protocol KnownOrders { static var orders: DrawOrders { get } }

private enum OfEight: KnownOrders { static var orders: DrawOrders { .ofEight } }
private enum OfFour: KnownOrders { static var orders: DrawOrders { .ofFour } }

private enum Everybody: KnownForm { static var form: DrawForm { .everybody } }
private enum FixedNumber: KnownForm { static var form: DrawForm { .fixedNumber } }
private enum RandomNumber: KnownForm { static var form: DrawForm { .randomNumber } }
private enum RandomSuccesses: KnownForm { static var form: DrawForm { .randomSuccesses } }
private enum FirstSuccesses: KnownForm { static var form: DrawForm { .firstSuccesses } }

extension Plan {
  @inline(__always) func run<Pass: SpecializedPass & ~Copyable>(_ pass: inout Pass) -> Pass.Result {
    switch orders {
    case .ofEight: run(&pass, OfEight.self)
    case .ofFour: run(&pass, OfFour.self)
    }
  }

  @inline(__always) private func run<Pass: SpecializedPass & ~Copyable, Orders: KnownOrders>(
    _ pass: inout Pass, _ orders: Orders.Type
  ) -> Pass.Result {
    switch form {
    case .everybody: pass.run(Everybody.self, orders)
    case .fixedNumber: pass.run(FixedNumber.self, orders)
    case .randomNumber: pass.run(RandomNumber.self, orders)
    case .randomSuccesses: pass.run(RandomSuccesses.self, orders)
    case .firstSuccesses: pass.run(FirstSuccesses.self, orders)
    }
  }
}
