import Foundation
import Testing

@testable import DSP

@Suite struct InterpolatorTests {
  private final class Table {
    let values = UnsafeMutablePointer<Double>.allocate(capacity: Interpolator.tableLength)
    let interpolator: Interpolator
    init() { interpolator = Interpolator(table: values) }
    deinit { values.deallocate() }
  }

  private let table = Table()

  /// The delay's frequency response at `angle` radians a frame, relative to the ideal e^(-i·angle·delay).
  private func error(delay: Double, angle: Double) -> Double {
    let weights = table.interpolator.weights(delay)
    var (real, imaginary) = (-1.0, 0.0)
    for (index, weight) in all(weights).enumerated() {
      let distance = Double(weights.reach - index) - delay
      real += weight * cos(angle * distance)
      imaginary -= weight * sin(angle * distance)
    }
    return hypot(real, imaginary)
  }

  private func all(_ weights: Interpolator.Weights) -> [Double] {
    [weights.oldest, weights.middle, weights.newest].flatMap { vector in (0..<4).map { vector[$0] } }
  }

  /// -81 dB of the window's design and 6.3e-6 of the straight lines between the table's rows.
  @Test func errsByLessThanItsDesign() {
    var worst = 0.0
    for step in 0..<200 {
      let delay = 7 + Double(step) * 0.0617
      for part in 1...22 { worst = max(worst, error(delay: delay, angle: 2 * .pi * 0.01 * Double(part))) }
    }
    #expect(worst < 9e-5 + 6.3e-6)
    #expect(worst > 1e-6)
  }

  /// A loop at 99 % amplifies what the weights gain: they must not gain 1 %. Below 7 frames the narrow window errs more,
  /// but never upwards by as much.
  @Test func neverGainsWhatALoopCouldKeep() {
    for step in 0..<2000 {
      let delay = Interpolator.shortest + Double(step) * 0.00371
      let weights = table.interpolator.weights(delay)
      for part in 0...50 {
        let angle = Double.pi * Double(part) / 50
        var (real, imaginary) = (0.0, 0.0)
        for (index, weight) in all(weights).enumerated() {
          real += weight * cos(angle * Double(index))
          imaginary += weight * sin(angle * Double(index))
        }
        #expect(hypot(real, imaginary) < 1.005, "delay \(delay), angle \(angle)")
      }
    }
  }

  /// No sample that a loop does not know yet has a weight.
  @Test func looksOnlyBack() {
    for step in 0..<500 {
      let weights = table.interpolator.weights(Interpolator.shortest + Double(step) * 0.013)
      for (index, weight) in all(weights).enumerated() where weights.reach - index < 1 { #expect(weight == 0) }
      #expect(abs(all(weights).reduce(0, +) - 1) < 1e-14)
    }
  }

  /// The weights change without steps where the whole part of the delay does: at each sample by less than the slope of
  /// the sinc, below 2 a frame, times the step.
  @Test func hasNoStepsAtWholeDelays() {
    for whole in 3...12 {
      let (before, after) = (
        table.interpolator.weights(Double(whole) - 1e-6), table.interpolator.weights(Double(whole))
      )
      let shifted = [0] + all(before)
      for (a, b) in zip(shifted, all(after) + [0]) { #expect(abs(a - b) < 1e-5) }
    }
  }
}
