import SpreadModel

/// How chances of contacts changed in a run, layer by layer.
struct LayerHistory: ~Copyable {
  private let layers: Int
  /// The step before the first one of each stretch; they end where the next one begins.
  private var starts = RawList<Int>()
  /// Of a stretch one after the other.
  private var chances = RawList<LayerChance>()
  private(set) var count = 0

  init(layers: Int) { self.layers = layers }

  mutating func removeAll() { count = 0 }

  /// From the step after this one on chances are these.
  mutating func add(_ layers: RawBuffer<RunLayer>, after step: Int) {
    if count > 0, starts.view[count - 1] == step { count -= 1 }
    starts.reserve(count + 1, keeping: count)
    chances.reserve((count + 1) * self.layers, keeping: count * self.layers)
    starts.view[count] = step
    for layer in 0..<self.layers {
      chances.view[count * self.layers + layer] = layers[layer].chance
    }
    count += 1
  }

  @inline(__always) func start(_ stretch: Int) -> Int { starts.view[stretch] }

  @inline(__always) func chance(_ stretch: Int, _ layer: Int) -> LayerChance {
    chances.view[stretch * layers + layer]
  }

  /// The stretch of the step after this one.
  func stretch(after step: Int) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts.view[middle] <= step { low = middle } else { high = middle }
    }
    return low
  }
}
