import Glibc

extension GrowthModel {
  /// Waiting times with a hazard that is a power of t; 0 at 0.
  package static let weibull = GrowthModel(
    "weibull", formula: "K*(1-exp(-(t/lambda)^s))",
    parameters: [
      .height, GrowthParameter("lambda", unit: "steps", .place),
      GrowthParameter("s", unit: "1", .rate),
    ],
    clock: .power,
    curve: { t, p in
      guard p[1] > 0, p[2] > 0 else { return .nan }
      return -p[0] * expm1(-pow(t / p[1], p[2]))
    },
    tangent: { t, p, slope in
      let scaled = t / p[1]
      let exponent = pow(scaled, p[2])
      let left = exp(-exponent)
      let bend = left == 0 ? 0 : p[0] * left * exponent
      slope[0] = -expm1(-exponent)
      slope[1] = -bend * p[2] / p[1]
      slope[2] = scaled > 0 ? bend * log(scaled) : 0
    },
    rise: { t, p in
      guard t > 0 else { return p[2] == 1 ? p[0] / p[1] : p[2] > 1 ? 0 : .infinity }
      let exponent = pow(t / p[1], p[2])
      return p[0] * exp(-exponent) * exponent * p[2] / t
    },
    // On the user's clock growth is fastest where s of that clock says.
    inflection: { p, unit in
      let s = p[2] / unit
      return s > 1 ? p[1] * pow((s - 1) / s, 1 / p[2]) : nil
    },
    grid: { span in
      [0.05, 0.15, 0.3, 0.5, 0.8, 1.5].flatMap { scale in
        [0.5, 1, 2, 3.5, 6, 12, 25].map { [scale * span.last, $0] }
      }
    },
    straightened: { curve in
      let line = curve.line(
        { log(-log(1 - $0)) }, over: { log($0) }, where: { $0 > 0 && $1 > 0.02 && $1 < 0.97 })
      guard let line, line.slope > 0 else { return [] }
      return [[exp(-line.intercept / line.slope), line.slope]]
    })
}
