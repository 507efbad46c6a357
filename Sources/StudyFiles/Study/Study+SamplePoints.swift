import KeyedRandom
import PlainText
package import Statistics

extension Study {
  /// The points of a sampled design in the unit cube: a share (0..<1) for each factor.
  ///
  /// - Throws: `StudyFileError` where the statistics library refuses, which checked studies do not
  ///   make it do.
  func samplePoints() throws(StudyFileError) -> [[Double]] {
    let dimension = factors.count
    do {
      switch design {
      case .factorial, .zip, .list, .oneAtATime, .centralComposite, .boxBehnken, .threshold:
        return []
      case .calibration(let calibration):
        return SequentialABC.priorShares(
          count: 2 * calibration.draws, dimension: dimension, key: drawKey)
      case .sobol(let count):
        return try ShiftedSobol.points(count: count, dimension: dimension, key: sobolKey)
      case .halton(let count):
        return try QuasiRandomSequence.halton.points(count: count, dimension: dimension)
      case .latinHypercube(let count):
        return LatinHypercube.points(
          count: count, dimension: dimension, key: fold(seed, 0x6c61_7469_6e))  // "latin"
      case .saltelli: return try saltelliDesign?.points() ?? []
      case .morris: return morrisDesign?.points ?? []
      }
    } catch {
      throw StudyFileError(
        .badRelation, study: name, path: "$.design", error.description)
    }
  }

  /// Of the shift of Sobol' points.
  private var sobolKey: UInt64 { fold(seed, 0x736f_626f_6c) }  // "sobol"

  /// Of the draws of a calibration.
  var drawKey: UInt64 { fold(seed, 0x6472_6177) }  // "draw"

  /// The design whose points, in order, a `saltelli` study has; nil for other designs. Its
  /// `indices` take one value per point.
  package var saltelliDesign: SaltelliDesign? {
    guard case .saltelli(let count) = design else { return nil }
    // A study was checked when it was read: its design can be made.
    return try? SaltelliDesign(
      dimension: factors.count, baseCount: count, withPairs: true, key: sobolKey)
  }

  /// The design whose points, in order, a `morris` study has; nil for other designs. Its `effects`
  /// take one value per point.
  package var morrisDesign: MorrisScreening? {
    guard case .morris(let count) = design else { return nil }
    // As above: it was checked.
    return try? MorrisScreening(
      dimension: factors.count, paths: count, key: fold(seed, 0x6d6f_7272_6973))  // "morris"
  }
}
